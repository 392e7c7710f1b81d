import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface DialogButtonProps {
  label: string;
  /** The dialog, rendered while it is open. */
  children: (close: () => void) => ReactNode;
}

export function DialogButton({ label, children }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>{label}</Button>
      {isOpen ? children(close) : null}
    </>
  );
}
