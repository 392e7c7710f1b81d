import { Button, Menu, Popover } from '@mantine/core';
import { useRef, useState } from 'react';
import { RemoveChip } from '../remove-chip.tsx';
import { FilterEditor } from './editor.tsx';
import { activeKinds, type FilterKind, filterKinds, without } from './kinds.tsx';
import type { CallSearch } from './search-of.ts';

interface FilterChipsProps {
  search: CallSearch;
  choose: (chosen: CallSearch) => void;
  onClear: () => void;
}

/** The filters as chips: each can be changed and removed, and others can be added. */
export function FilterChips({ search, choose, onClear }: FilterChipsProps) {
  const [editing, setEditing] = useState<string | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const active = activeKinds(search);
  const shown = filterKinds.filter((kind) => active.includes(kind) || kind.id === editing);
  const close = () => {
    setEditing(null);
    add.current?.focus();
  };
  return (
    <ul className="filter-chips" aria-label="Filters">
      {shown.map((kind) => (
        <li key={kind.id}>
          <FilterChip
            {...{ kind, search, choose }}
            isOpen={kind.id === editing}
            onOpen={() => setEditing(kind.id)}
            onClose={close}
            onRemove={() => {
              choose(without(kind));
              close();
            }}
          />
        </li>
      ))}
      <li>
        <AddFilter
          button={add}
          kinds={filterKinds.filter((kind) => kind.isOffered && !active.includes(kind))}
          onAdd={setEditing}
        />
      </li>
      {active.length > 0 ? (
        <li>
          <Button variant="subtle" size="xs" color="gray" onClick={onClear}>
            Clear filters
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

interface FilterChipProps extends Pick<FilterChipsProps, 'search' | 'choose'> {
  kind: FilterKind;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  onRemove: () => void;
}

function FilterChip({ kind, search, choose, isOpen, onOpen, onClose, onRemove }: FilterChipProps) {
  const { id, title, isOffered, wordsFor } = kind;
  const words = (
    <>
      {title}: {wordsFor(search) ?? '…'}
    </>
  );
  return (
    <span className="filter-chip">
      {isOffered ? (
        <Popover
          opened={isOpen}
          onChange={(opened) => !opened && onClose()}
          position="bottom-start"
          width={280}
          trapFocus
          shadow="md"
        >
          <Popover.Target>
            <button type="button" className="filter-chip-value" onClick={isOpen ? onClose : onOpen}>
              {words}
            </button>
          </Popover.Target>
          <Popover.Dropdown aria-label={`Filter: ${title}`}>
            <FilterEditor kind={id} search={search} choose={choose} />
            <Button size="xs" variant="default" mt="sm" fullWidth onClick={onClose}>
              Done
            </Button>
          </Popover.Dropdown>
        </Popover>
      ) : (
        <span className="filter-chip-value">{words}</span>
      )}
      <RemoveChip label={`Remove filter: ${title}`} onClick={onRemove} />
    </span>
  );
}

interface AddFilterProps {
  button: React.RefObject<HTMLButtonElement | null>;
  kinds: readonly FilterKind[];
  onAdd: (id: string) => void;
}

function AddFilter({ button, kinds, onAdd }: AddFilterProps) {
  return (
    <Menu position="bottom-start" returnFocus={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button ref={button} variant="default" size="xs">
          Add filter
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => onAdd(id)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
