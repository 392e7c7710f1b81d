import { Alert, Button, Group, Stack } from '@mantine/core';
import { notifyManager } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type ErrorOf, errorAt } from './error-at.ts';
import { ErrorState } from './error-state.tsx';
import { toastDone } from './toast.ts';
import { type DraftOf, hasSameFields, useDraft } from './use-draft.ts';
import { useUnsaved } from './use-unsaved.ts';

/** What the fields of a form on a page are given. */
export interface DraftFields<Fields extends object> extends Pick<DraftOf<Fields>, 'draft' | 'change'> {
  errorOf: ErrorOf;
}

interface DraftFormProps<Fields extends object> {
  /** As the service has it; when that changes, an untouched form follows. */
  saved: Fields;
  /** The button that saves: a verb with its object. */
  action: string;
  /** Saves, and refreshes what `saved` comes from; a rejection is shown, and what was typed stays. */
  save: (draft: Fields) => Promise<unknown>;
  /** What is said when it was saved. */
  done: string;
  /** For who may only look. */
  isReadOnly?: boolean;
  children: (fields: DraftFields<Fields>) => ReactNode;
}

/** A form on a page, over something that exists: tells of changes by others, and asks before what was typed is lost. */
export function DraftForm<Fields extends object>(props: DraftFormProps<Fields>) {
  const { saved, action, save, done, isReadOnly = false, children } = props;
  const { draft, change, isDirty, opened, restart, settle } = useDraft(saved);
  const stored = useRef(saved);
  stored.current = saved;
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isOvertaken = !hasSameFields(saved, opened);
  useUnsaved(() => isDirty);
  useEffect(() => {
    if (isOvertaken && !isDirty) restart(saved);
  }, [isOvertaken, isDirty, restart, saved]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await save(draft);
      // The stored fields reach `saved` with the notification of the query cache, which is queued before this one.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve));
      settle(draft, stored.current);
      toastDone(done);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const discard = () => {
    setFailure(null);
    restart(saved);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <fieldset disabled={isReadOnly} className="plain-fieldset">
        <Stack gap="md">
          {children({ draft, change, errorOf: (field) => errorAt(failure, field) })}
          {failure ? <ErrorState error={failure} /> : null}
          {isDirty && isOvertaken && !isBusy ? (
            <Alert color="yellow" variant="light" title="Changed by another member">
              Another member saved changes to this. Saving overwrites them; discard your changes to see
              theirs.
            </Alert>
          ) : null}
          {isReadOnly ? null : (
            <Group gap="xs">
              <Button type="submit" disabled={!isDirty} loading={isBusy}>
                {action}
              </Button>
              {isDirty ? (
                <Button variant="subtle" color="gray" onClick={discard}>
                  Discard changes
                </Button>
              ) : null}
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}
