import { Alert, Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type ErrorOf, errorAt } from './error-at.ts';
import { ErrorState } from './error-state.tsx';
import { useFocusReturn } from './use-focus-return.ts';
import { useUnsaved } from './use-unsaved.ts';

interface FormDialogProps<Saved> {
  title: string;
  /** The text of the save button: a verb with its object. */
  action: string;
  size?: ModalProps['size'];
  /** Makes the button red. The dialog must say what is lost. */
  isDestructive?: boolean;
  isDirty: boolean;
  /** Another member changed the resource since the form opened. The form says so before it overwrites. */
  isOvertaken?: boolean;
  /** A rejection is shown in the form, which keeps the input. */
  onSubmit: () => Promise<Saved>;
  /** Called after saving. */
  onSaved?: (saved: Saved) => void;
  onClose: () => void;
  children: (errorOf: ErrorOf) => ReactNode;
}

/** A form in a dialog. It shows refusals at their fields, and asks before input is lost. */
export function FormDialog<Saved>(props: FormDialogProps<Saved>) {
  const { title, action, size = 'lg', isDestructive = false, isDirty, isOvertaken = false } = props;
  const { onSubmit, onSaved, onClose } = props;
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isSaved = useRef(false);
  useUnsaved(() => isDirty && !isSaved.current);
  useFocusReturn();
  const fields = useRef<HTMLFieldSetElement>(null);
  const returnTo = useRef<Element | null>(null);
  // Disabled fields lose the focus. After a refusal it goes back to where it was.
  useEffect(() => {
    if (isBusy || !(returnTo.current instanceof HTMLElement)) return;
    returnTo.current.focus();
    returnTo.current = null;
  }, [isBusy]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const focused = document.activeElement;
    returnTo.current = fields.current?.contains(focused) ? focused : null;
    setBusy(true);
    setFailure(null);
    try {
      const saved = await onSubmit();
      isSaved.current = true;
      onClose();
      onSaved?.(saved);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const close = () => (isDirty ? setAsking(true) : onClose());
  return (
    <Modal opened onClose={close} title={title} size={size} closeOnClickOutside={!isDirty}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          {isOvertaken ? (
            <Alert color="yellow" variant="light" title="Changed by another member">
              Another member saved changes since you opened this form. Saving overwrites the fields that you
              changed. Close the form to see theirs.
            </Alert>
          ) : null}
          {/* The dialog closes with what was sent, so nothing can be typed meanwhile. */}
          <fieldset ref={fields} disabled={isBusy} className="plain-fieldset">
            <Stack gap="sm">{props.children((field) => errorAt(failure, field))}</Stack>
          </fieldset>
          {failure ? <ErrorState error={failure} /> : null}
          <Group justify="flex-end" gap="xs" mt="xs">
            {isAsking ? (
              <>
                <Text size="sm" role="alert">
                  Discard your changes?
                </Text>
                <Button variant="default" onClick={() => setAsking(false)} autoFocus>
                  Keep editing
                </Button>
                <Button color="red" onClick={onClose}>
                  Discard
                </Button>
              </>
            ) : (
              <>
                <Button variant="default" onClick={close}>
                  Cancel
                </Button>
                <Button type="submit" loading={isBusy} {...(isDestructive ? { color: 'red' } : {})}>
                  {action}
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
