import { useState } from 'react';
import { keepTyped } from './keep-typed.ts';

/** What a form edits: a copy that is the form's own until it is saved, so that news from elsewhere overwrite nothing. */
export interface DraftOf<Fields extends object> {
  draft: Fields;
  change: (changed: Partial<Fields>) => void;
  /** Whether something would be lost if the form closed now. */
  isDirty: boolean;
  /** The fields as the form began with them. */
  opened: Fields;
  /** Begins anew with other fields, such as when what was typed is given up. */
  restart: (fields: Fields) => void;
  /** What was sent is stored as `stored`: the form goes on with that, and with what was typed after it was sent. */
  settle: (sent: Fields, stored: Fields) => void;
}

/** A form's copy of its fields, as they were when it opened. */
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

/** Whether two forms would send the same. */
export function hasSameFields(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
