import { Alert, Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type DraftFields, fieldsOf } from './draft-fields.ts';
import { formErrorsOf } from './error-at.ts';
import { FormFailure } from './form-errors.tsx';
import { hideFailures, toastDone } from './toast.ts';
import type { DraftOf } from './use-draft.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useUnsaved } from './use-unsaved.ts';

interface FormDialogProps<Fields extends object, Saved> {
  title: string;
  /** The text of the save button: a verb with its object. */
  action: string;
  size?: ModalProps['size'];
  /** Makes the button red. The dialog must say what is lost. */
  isDestructive?: boolean;
  form: Pick<DraftOf<Fields>, 'draft' | 'change' | 'isDirty'>;
  /**
   * The stored version of the edited resource, or its time of change. If another member changes it while the form is
   * open, the form says so before it overwrites.
   */
  version?: string | number | undefined;
  /** The subject of the form, such as a carrier. A change of it removes the refusal that is shown. */
  subject?: string | undefined;
  /** A rejection is shown in the form, which keeps the input. */
  onSubmit: () => Promise<Saved>;
  /** Queries with this key are read again before the dialog closes. */
  refreshes?: QueryKey;
  /** The message of success. */
  done?: string | ((saved: Saved) => string);
  /** Called after saving. */
  onSaved?: ((saved: Saved) => void) | undefined;
  onClose: () => void;
  children: (fields: DraftFields<Fields>) => ReactNode;
}

/** Reports that another dialog was opened from this one. Returns how to report its end. */
const CoveredBy = createContext<(() => () => void) | null>(null);

/** Returns whether a dialog that was opened from this one covers it, and how its content reports that. */
function useCovers() {
  const [covers, setCovers] = useState(0);
  const [cover] = useState(() => () => {
    setCovers((count) => count + 1);
    return () => setCovers((count) => count - 1);
  });
  const below = useContext(CoveredBy);
  useEffect(() => below?.(), [below]);
  return { isCovered: covers > 0, cover };
}

type Submission<Saved> = Pick<
  FormDialogProps<object, Saved>,
  'subject' | 'onSubmit' | 'refreshes' | 'done' | 'onSaved' | 'onClose'
>;

/** Submits a form once at a time, and closes its dialog when the form is saved. */
function useSubmission<Saved>(submission: Submission<Saved>) {
  const { subject, onSubmit, refreshes, done, onSaved, onClose } = submission;
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const [failedSubject, setFailedSubject] = useState(subject);
  const [isBusy, setBusy] = useState(false);
  const isSaved = useRef(false);
  // Failures of before would cover the dialog.
  useEffect(hideFailures, []);
  const fields = useRef<HTMLFieldSetElement>(null);
  const returnTo = useRef<Element | null>(null);
  // Disabled fields lose the focus. After a refusal it goes back to where it was.
  useEffect(() => {
    if (isBusy || !(returnTo.current instanceof HTMLElement)) return;
    returnTo.current.focus({ preventScroll: true });
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
      if (refreshes) await client.invalidateQueries({ queryKey: refreshes });
      isSaved.current = true;
      onClose();
      if (done) toastDone(typeof done === 'string' ? done : done(saved));
      onSaved?.(saved);
    } catch (error) {
      setFailure(error);
      setFailedSubject(subject);
    } finally {
      setBusy(false);
    }
  };
  return { submit, failure: failedSubject === subject ? failure : null, isBusy, isSaved, fields };
}

/** A form in a dialog. It shows refusals at their fields, and asks before input is lost. */
export function FormDialog<Fields extends object, Saved>(props: FormDialogProps<Fields, Saved>) {
  const { title, action, size = 'lg', isDestructive = false, form, version } = props;
  const { onClose } = props;
  const { isDirty } = form;
  const [openedVersion] = useState(version);
  const [isAsking, setAsking] = useState(false);
  const { submit, failure, isBusy, isSaved, fields } = useSubmission(props);
  useUnsaved(() => isDirty && !isSaved.current);
  useFocusReturn();
  const { isCovered, cover } = useCovers();
  const errors = formErrorsOf(failure);
  const close = () => (isDirty ? setAsking(true) : onClose());
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      closeOnClickOutside={!isDirty}
      // Escape closes only the dialog on top.
      closeOnEscape={!isCovered}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          {version !== openedVersion ? (
            <Alert color="yellow" variant="light" title="Changed by another member">
              Another member saved changes since you opened this form. Saving overwrites the fields that you
              changed. Close the form to see theirs.
            </Alert>
          ) : null}
          {/* The dialog closes with what was sent, so nothing can be typed meanwhile. */}
          <fieldset ref={fields} disabled={isBusy} className="plain-fieldset">
            <CoveredBy value={cover}>
              <Stack gap="sm">{props.children(fieldsOf(form, errors.errorOf))}</Stack>
            </CoveredBy>
          </fieldset>
          <FormFailure errors={errors} />
          <Buttons
            action={action}
            isDestructive={isDestructive}
            isBusy={isBusy}
            isAsking={isAsking}
            onCancel={close}
            onKeep={() => setAsking(false)}
            onDiscard={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

interface ButtonsProps {
  action: string;
  isDestructive: boolean;
  isBusy: boolean;
  /** Whether the dialog asks what to do with unsaved input. */
  isAsking: boolean;
  onCancel: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

function Buttons({ action, isDestructive, isBusy, isAsking, onCancel, onKeep, onDiscard }: ButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs" className="form-buttons">
      {isAsking ? (
        <>
          <Text size="sm" role="alert">
            Discard your changes?
          </Text>
          <Button variant="default" onClick={onKeep} autoFocus>
            Keep editing
          </Button>
          <Button color="red" onClick={onDiscard}>
            Discard
          </Button>
        </>
      ) : (
        <>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} {...(isDestructive ? { color: 'red' } : {})}>
            {action}
          </Button>
        </>
      )}
    </Group>
  );
}
