import { useState } from 'react';

/** What a form edits: a copy that is the form's own until it is saved, so that news from elsewhere overwrite nothing. */
export interface DraftOf<Fields extends object> {
  draft: Fields;
  change: (changed: Partial<Fields>) => void;
  /** Whether something would be lost if the form closed now. */
  isDirty: boolean;
}

/** A form's copy of its fields, as they were when it opened. */
export function useDraft<Fields extends object>(initial: Fields): DraftOf<Fields> {
  const [opened] = useState(initial);
  const [draft, setDraft] = useState(initial);
  return {
    draft,
    change: (changed) => setDraft((before) => ({ ...before, ...changed })),
    isDirty: JSON.stringify(draft) !== JSON.stringify(opened),
  };
}
