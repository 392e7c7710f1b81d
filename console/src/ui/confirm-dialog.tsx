import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from './error-state.tsx';
import { hideFailures, toastDone } from './toast.ts';

/** A change that is asked about before it is made. */
export interface Confirmation<Result> {
  /** The text of the control and of the confirmation: a verb with its object, "End campaign". */
  children: string;
  /** The consequences, and which of them cannot be undone. */
  consequence: ReactNode;
  /** Draws the control in red. For changes that lose or stop something. */
  isDestructive?: boolean | undefined;
  /** A rejection is shown in the dialog, which stays open. */
  onConfirm: () => Promise<Result>;
  /** Queries with this key are read again after the change. */
  refreshes?: QueryKey | undefined;
  /** The message of success. */
  done: string | ((result: Result) => string);
}

interface ConfirmDialogProps<Result> {
  of: Confirmation<Result>;
  isOpen: boolean;
  onClose: () => void;
  /** Whether the dialog returns the focus to where it was. */
  returnsFocus?: boolean;
}

/** Escape closes this dialog only, not the one that it was opened from. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };

/** Asks before a change, and states the consequence. */
export function ConfirmDialog<Result>({
  of,
  isOpen,
  onClose,
  returnsFocus = true,
}: ConfirmDialogProps<Result>) {
  const { children, consequence, isDestructive = false, onConfirm, refreshes, done } = of;
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    setFailure(null);
    if (isOpen) hideFailures();
  }, [isOpen]);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const result = await onConfirm();
      if (refreshes) await client.invalidateQueries({ queryKey: refreshes });
      toastDone(typeof done === 'string' ? done : done(result));
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`${children}?`}
      centered
      returnFocus={returnsFocus}
      closeButtonProps={{ 'aria-label': 'Close', ...ownEscape }}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Stack gap="sm">
        <Text size="sm" component="div">
          {consequence}
        </Text>
        {failure === null ? null : <ErrorState error={failure} />}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus {...ownEscape}>
          Go back
        </Button>
        <Button
          {...(isDestructive ? { color: 'red' } : {})}
          onClick={() => void confirm()}
          loading={isBusy}
          {...ownEscape}
        >
          {children}
        </Button>
      </Group>
    </Modal>
  );
}
