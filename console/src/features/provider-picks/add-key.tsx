import { Anchor } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../api/index.ts';
import type { Provider } from '../../ui/index.ts';
import { AddKeyDialog } from './add-key-dialog.tsx';

interface AddKeyProps {
  /** The providers whose keys would help, the best first. */
  wanted: readonly string[];
  /** The name for screen readers, where several stand on a page. */
  'aria-label'?: string;
  onAdded?: () => void;
}

/** Adds a missing key over the page, so that nothing on the page is lost. */
export function AddKey({ wanted, onAdded, ...named }: AddKeyProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!useCan('organization:write')) return 'A member who may change the organization can add one.';
  return (
    <>
      <Anchor
        component="button"
        type="button"
        {...named}
        size="sm"
        inherit
        c="inherit"
        underline="always"
        onClick={open}
      >
        Add a key
      </Anchor>
      {isOpen ? (
        <AddKeyDialog wanted={wanted as Provider[]} onClose={close} {...(onAdded && { onAdded })} />
      ) : null}
    </>
  );
}
