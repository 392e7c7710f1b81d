import { Text } from '@mantine/core';
import { api, read, type Schema } from '../../../api/index.ts';
import { ConfirmDialog, FormDialog, NameField, useDraft } from '../../../ui/index.ts';

type View = Schema<'View'>;

interface SaveViewProps {
  filters: Record<string, string>;
  /** Whether the page also filters by a customer's number or name, which views do not keep. */
  leavesCustomer: boolean;
  onSaved: (view: View) => void;
  onClose: () => void;
}

/** Saves filters under a name. */
export function SaveView({ filters, leavesCustomer, onSaved, onClose }: SaveViewProps) {
  const form = useDraft({ name: '' });
  return (
    <FormDialog
      title="Save filters as view"
      action="Save view"
      size="md"
      form={form}
      onSubmit={() => {
        const body = { name: form.draft.name, page: 'calls' as const, filters };
        return read(api.POST('/api/views', { body }));
      }}
      refreshes={['views']}
      done={({ name }) => `View ${name} saved`}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ draft, change, errorOf }) => (
        <>
          <NameField
            value={draft.name}
            onChange={(name) => change({ name })}
            error={errorOf('name')}
            description="All members of the organization see the view."
          />
          {leavesCustomer ? (
            <Text size="sm" c="dimmed">
              The view does not keep the customer’s number, nor words of variables.
            </Text>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

interface ViewDialogProps {
  view: View;
  onClose: () => void;
}

export function RenameView({ view: { viewId, name, updatedAt }, onClose }: ViewDialogProps) {
  const form = useDraft({ name });
  const params = { path: { viewId } };
  return (
    <FormDialog
      title={`Rename view ${name}`}
      action="Save name"
      size="md"
      form={form}
      version={updatedAt}
      onSubmit={() => read(api.PATCH('/api/views/{viewId}', { params, body: form.draft }))}
      refreshes={['views']}
      done="View renamed"
      onClose={onClose}
    >
      {({ draft, change, errorOf }) => (
        <NameField
          value={draft.name}
          onChange={(changed) => change({ name: changed })}
          error={errorOf('name')}
        />
      )}
    </FormDialog>
  );
}

interface DeleteViewProps extends ViewDialogProps {
  onDeleted: () => void;
}

export function DeleteView({ view: { viewId, name }, onDeleted, onClose }: DeleteViewProps) {
  const remove = async () => {
    await read(api.DELETE('/api/views/{viewId}', { params: { path: { viewId } } }));
    onDeleted();
  };
  const confirmation = {
    children: `Delete view ${name}`,
    consequence: 'The view disappears for all members. The calls stay.',
    isDestructive: true,
    onConfirm: remove,
    refreshes: ['views'],
    done: `View ${name} deleted`,
  };
  return <ConfirmDialog of={confirmation} isOpen onClose={onClose} />;
}
