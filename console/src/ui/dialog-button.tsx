import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface DialogButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'color' | 'disabled'> {
  label: string;
  /** What the button is about, for screen readers, where several have one label. */
  about?: string;
  /** The dialog, rendered while it is open. */
  children: (close: () => void) => ReactNode;
}

export function DialogButton({ label, about, children, ...button }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button {...button} onClick={open} aria-label={about === undefined ? undefined : `${label} ${about}`}>
        {label}
      </Button>
      {isOpen ? children(close) : null}
    </>
  );
}
