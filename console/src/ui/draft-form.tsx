import { Alert, Button, Group, Stack } from '@mantine/core';
import { notifyManager } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type DraftFields, fieldsOf } from './draft-fields.ts';
import { formErrorsOf } from './error-at.ts';
import { FormFailure } from './form-errors.tsx';
import { toastDone } from './toast.ts';
import { hasSameFields, useDraft } from './use-draft.ts';
import { useUnsaved } from './use-unsaved.ts';

interface DraftFormProps<Fields extends object> {
  /** The stored values. An untouched form follows their changes. */
  saved: Fields;
  /** The text of the save button: a verb with its object. */
  action: string;
  /** Saves, and refreshes the source of `saved`. A rejection is shown, and the input stays. */
  save: (draft: Fields) => Promise<unknown>;
  /** The message of success. */
  done: string;
  /** For members who may only read. */
  isReadOnly?: boolean;
  children: (fields: DraftFields<Fields>) => ReactNode;
}

/** A form on a page for a stored resource. It reports changes by others, and asks before input is lost. */
export function DraftForm<Fields extends object>(props: DraftFormProps<Fields>) {
  const { saved, action, save, done, isReadOnly = false, children } = props;
  const { draft, change, isDirty, opened, restart, settle } = useDraft(saved);
  const stored = useRef(saved);
  stored.current = saved;
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isOvertaken = !hasSameFields(saved, opened);
  const button = useRef<HTMLButtonElement>(null);
  useUnsaved(() => isDirty);
  useEffect(() => {
    if (isOvertaken && !isDirty) restart(saved);
  }, [isOvertaken, isDirty, restart, saved]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isDirty || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await save(draft);
      // The query cache notifies `saved` in an earlier queued task.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve));
      settle(draft, stored.current);
      toastDone(done);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
      // The busy button lost the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) button.current?.focus();
      });
    }
  };
  const discard = () => {
    setFailure(null);
    restart(saved);
  };
  const errors = formErrorsOf(failure);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <fieldset disabled={isReadOnly} className="plain-fieldset">
        <Stack gap="md">
          {children(fieldsOf({ draft, change }, errors.errorOf))}
          <FormFailure errors={errors} />
          {isDirty && isOvertaken && !isBusy ? (
            <Alert color="yellow" variant="light" title="Changed by another member">
              Another member saved changes to this. Saving overwrites them; discard your changes to see
              theirs.
            </Alert>
          ) : null}
          {isReadOnly ? null : <Buttons {...{ action, isDirty, isBusy, button, discard }} />}
        </Stack>
      </fieldset>
    </form>
  );
}

interface ButtonsProps {
  action: string;
  isDirty: boolean;
  isBusy: boolean;
  button: RefObject<HTMLButtonElement | null>;
  discard: () => void;
}

/** Without changes the save button does nothing, but it keeps the focus after saving. */
function Buttons({ action, isDirty, isBusy, button, discard }: ButtonsProps) {
  return (
    <Group gap="xs">
      <Button
        ref={button}
        type="submit"
        aria-disabled={!isDirty}
        data-disabled={!isDirty || undefined}
        loading={isBusy}
      >
        {action}
      </Button>
      {isDirty ? (
        <Button variant="subtle" color="gray" onClick={discard}>
          Discard changes
        </Button>
      ) : null}
    </Group>
  );
}
