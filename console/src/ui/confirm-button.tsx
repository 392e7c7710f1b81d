import { Button, type ButtonProps, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toastDone, toastFailure } from './toast.ts';

interface ConfirmButtonProps<Result> extends Pick<ButtonProps, 'variant' | 'size' | 'color' | 'leftSection'> {
  /** The button does nothing but stays focusable, so that focus returns to it after the dialog. */
  disabled?: boolean;
  /** The text of the button and of the confirmation: a verb with its object, "End campaign". */
  children: string;
  /** The consequences, and which of them cannot be undone. */
  consequence: ReactNode;
  /** A rejection is shown, and the dialog stays open. */
  onConfirm: () => Promise<Result>;
  /** Queries with this key are read again after the change. */
  refreshes?: QueryKey;
  /** The message of success. */
  done: string | ((result: Result) => string);
}

/** Escape closes this dialog only, not the one that it was opened from. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };

/** A button for changes that cannot be undone. It asks first, and states the consequence. */
export function ConfirmButton<Result>(props: ConfirmButtonProps<Result>) {
  const { children, consequence, onConfirm, refreshes, done, disabled = false, ...button } = props;
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      const result = await onConfirm();
      if (refreshes) await client.invalidateQueries({ queryKey: refreshes });
      toastDone(typeof done === 'string' ? done : done(result));
      close();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="default"
        {...button}
        onClick={disabled ? undefined : open}
        aria-disabled={disabled}
        data-disabled={disabled}
      >
        {children}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`${children}?`}
        centered
        closeButtonProps={{ 'aria-label': 'Close', ...ownEscape }}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <Text size="sm">{consequence}</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close} data-autofocus {...ownEscape}>
            Go back
          </Button>
          <Button color="red" onClick={confirm} loading={isBusy} {...ownEscape}>
            {children}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
