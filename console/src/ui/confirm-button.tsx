import { Button, type ButtonProps, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { toastDone, toastFailure } from './toast.ts';

interface ConfirmButtonProps<Result> extends Pick<ButtonProps, 'variant' | 'size' | 'color' | 'leftSection'> {
  /** It takes nothing, and still the focus, which comes back to it when the question is over. */
  disabled?: boolean;
  /** The button's words, and the confirming one's: a verb with its object, "End campaign". */
  children: string;
  /** What will happen, and what cannot be undone. */
  consequence: ReactNode;
  /** Does it; a rejection is shown, and nothing closes. */
  onConfirm: () => Promise<Result>;
  /** What is said when it was done. */
  done: string | ((result: Result) => string);
}

/** Escape is for this question alone, and not also for a dialog that it was asked in. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };

/** A button for what is not undone: asks first, with the consequence in words. */
export function ConfirmButton<Result>(props: ConfirmButtonProps<Result>) {
  const { children, consequence, onConfirm, done, disabled = false, ...button } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      const result = await onConfirm();
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
