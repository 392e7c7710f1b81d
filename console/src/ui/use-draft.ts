import { useState } from 'react';
import { keepTyped } from './keep-typed.ts';

/** The copy of a resource that a form edits, so that updates from elsewhere do not overwrite the input. */
export interface DraftOf<Fields extends object> {
  draft: Fields;
  change: (changed: Partial<Fields>) => void;
  /** True when closing the form would lose input. */
  isDirty: boolean;
  /** The fields when the form opened. */
  opened: Fields;
  /** Starts again with other fields, for example when input is discarded. */
  restart: (fields: Fields) => void;
  /** Called when `sent` is stored as `stored`. What was typed after sending stays. */
  settle: (sent: Fields, stored: Fields) => void;
}

/** Returns a form's copy of its fields. */
export function useDraft<Fields extends object>(initial: Fields): DraftOf<Fields> {
  const [opened, setOpened] = useState(initial);
  const [draft, setDraft] = useState(initial);
  return {
    draft,
    change: (changed) => setDraft((before) => ({ ...before, ...changed })),
    isDirty: !hasSameFields(draft, opened),
    opened,
    restart: (fields) => {
      setOpened(fields);
      setDraft(fields);
    },
    settle: (sent, stored) => {
      setOpened(stored);
      setDraft((now) => keepTyped(sent, now, stored));
    },
  };
}

/** Returns true when two forms would send the same. */
export function hasSameFields(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
