import { Button, Group, Modal, Stack } from '@mantine/core';
import { SecretOnce, useFocusReturn } from '../../ui/index.ts';

interface SecretDialogProps {
  title: string;
  secret: string;
  /** The purpose of the secret. */
  children: string;
  onClose: () => void;
}

/** Shows a secret once, until the user confirms that it is copied. */
export function SecretDialog({ title, secret, children, onClose }: SecretDialogProps) {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md">
        <SecretOnce secret={secret} title="Copy it now">
          {children}
        </SecretOnce>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
