import { Anchor, Modal, Text } from '@mantine/core';
import type { Session } from '../../api/index.ts';
import { useFocusReturn } from '../../ui/index.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Over the page of a session that has ended, which stays as it is, and is not read by whoever comes by. */
export function SignInAgain({ session: { member } }: { session: Session }) {
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={() => undefined}
      title="Sign in to continue"
      size="sm"
      centered
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ backgroundOpacity: 0.6, blur: 12 }}
      zIndex={500}
    >
      {/* A provider has a page of its own: it is in another tab, so that this one stays. */}
      <SignInForm hasEnded provider={null} />
      <Text size="xs" c="dimmed" mt="sm">
        Unsaved changes on this page are kept for {member.name ?? member.email ?? 'you'} and lost if another
        member signs in. You can also{' '}
        <Anchor href="/" target="_blank" underline="always" inherit>
          sign in in another tab
        </Anchor>
        .
      </Text>
    </Modal>
  );
}
