import { Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schema, useCan } from '../../../api/index.ts';
import { toastDone, toastFailure } from '../../../ui/index.ts';
import { filtersOf } from './search-of.ts';
import { DeleteView, RenameView, SaveView } from './view-dialogs.tsx';

type View = Schema<'View'>;

/** Reads all views, sorted by name. */
export const viewsQuery = {
  queryKey: ['views', 'list'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const params = { query: { pageSize: 1000 } };
    const { views } = await read(api.GET('/api/views', { params, signal }));
    return views.toSorted((one, other) => one.name.localeCompare(other.name));
  },
};

interface ViewsMenuProps {
  /** The parameters of the address, with the id of the chosen view. */
  search: Readonly<Record<string, string | undefined>>;
  onChoose: (view: View) => void;
  /** Called when the chosen view is deleted. */
  onLeave: () => void;
}

/** Chooses, saves, changes and deletes the views that the organization shares. */
export function ViewsMenu({ search, onChoose, onLeave }: ViewsMenuProps) {
  const { data: views = [] } = useQuery(viewsQuery);
  const mayWrite = useCan('calls:write');
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'save' | 'rename' | 'delete' | null>(null);
  const current = views.find(({ viewId }) => viewId === search.view);
  const { customerNumber, dataText, ...filters } = filtersOf(search);
  const close = () => setDialog(null);
  const saveChanges = async ({ viewId, name }: View) => {
    try {
      await read(api.PATCH('/api/views/{viewId}', { params: { path: { viewId } }, body: { filters } }));
      await client.invalidateQueries({ queryKey: ['views'] });
      toastDone(`View ${name} changed`);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <>
      <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" maw="100%">
            {current ? `View: ${current.name}` : 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewItems views={views} current={current} onChoose={onChoose} />
          {mayWrite ? <Menu.Divider /> : null}
          {mayWrite && current && !isSame(current.filters, filters) ? (
            <Menu.Item onClick={() => void saveChanges(current)}>Save changes to this view</Menu.Item>
          ) : null}
          {mayWrite ? (
            <Menu.Item disabled={Object.keys(filters).length === 0} onClick={() => setDialog('save')}>
              Save filters as view…
            </Menu.Item>
          ) : null}
          {mayWrite && current ? (
            <>
              <Menu.Item onClick={() => setDialog('rename')}>Rename this view…</Menu.Item>
              <Menu.Item className="destructive-item" onClick={() => setDialog('delete')}>
                Delete this view…
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' ? (
        <SaveView
          filters={filters}
          leavesCustomer={(customerNumber ?? dataText) !== undefined}
          onSaved={onChoose}
          onClose={close}
        />
      ) : null}
      {dialog === 'rename' && current ? <RenameView view={current} onClose={close} /> : null}
      {dialog === 'delete' && current ? (
        <DeleteView view={current} onDeleted={onLeave} onClose={close} />
      ) : null}
    </>
  );
}

interface ViewItemsProps {
  views: readonly View[];
  current: View | undefined;
  onChoose: (view: View) => void;
}

function ViewItems({ views, current, onChoose }: ViewItemsProps) {
  return (
    <>
      <Menu.Label>Views of the organization</Menu.Label>
      {views.length === 0 ? <Menu.Item disabled>No views yet</Menu.Item> : null}
      <div className="views-list">
        {views.map((view) => (
          <Menu.Item
            key={view.viewId}
            onClick={() => onChoose(view)}
            aria-current={view === current}
            fw={view === current ? 600 : 400}
          >
            {view.name}
          </Menu.Item>
        ))}
      </div>
    </>
  );
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
