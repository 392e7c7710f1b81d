import { Anchor, Modal, Text } from '@mantine/core';
import type { Session } from '../../api/index.ts';
import { useFocusReturn } from '../../ui/index.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Covers the page of an ended session, which keeps its state. */
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
      {/* Opens the identity provider in another tab, so that this page stays. */}
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
