import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmButtonProps<Result>
  extends Confirmation<Result>,
    Pick<ButtonProps, 'variant' | 'size' | 'leftSection'> {
  /** The button does nothing but stays focusable, so that focus returns to it after the dialog. */
  disabled?: boolean;
}

/** A button that asks before it changes something. Most destructive changes are in a `MoreMenu`, as a `ConfirmItem`. */
export function ConfirmButton<Result>(props: ConfirmButtonProps<Result>) {
  const { variant, size, leftSection, disabled = false, ...confirmation } = props;
  const { children, isDestructive = false } = confirmation;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant={variant ?? (isDestructive ? 'light' : 'default')}
        {...(isDestructive ? { color: 'red' } : {})}
        {...(size === undefined ? {} : { size })}
        leftSection={leftSection}
        onClick={disabled ? undefined : open}
        aria-disabled={disabled}
        data-disabled={disabled}
      >
        {children}
      </Button>
      <ConfirmDialog of={confirmation} isOpen={isOpen} onClose={close} />
    </>
  );
}
