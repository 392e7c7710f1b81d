import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, read, type Schema, useSession } from '../../api/index.ts';
import {
  ConfirmButton,
  ErrorState,
  FormDialog,
  formatInstant,
  SecretOnce,
  useDraft,
} from '../../ui/index.ts';
import { RoleField } from './role-field.tsx';

interface MemberDialogProps {
  member: Schema<'Member'>;
  onClose: () => void;
}

/** One member: name, role, sign-in link and removal. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const { member: own } = useSession();
  const { memberId, name, email, role } = member;
  const form = useDraft({ name: name ?? '', email: email ?? '', role });
  const save = async () => {
    const body = { ...form.draft, email: form.draft.email.trim() || null };
    return await read(api.PATCH('/api/members/{memberId}', { params: { path: { memberId } }, body }));
  };
  const title = name ?? email ?? 'Member';
  return (
    <FormDialog
      title={title}
      action="Save member"
      size="md"
      form={form}
      version={member.updatedAt}
      onSubmit={save}
      refreshes={['members']}
      done="The member was saved."
      onClose={onClose}
    >
      {({ draft, text, value }) => (
        <>
          <TextInput label="Name" {...text('name')} data-autofocus />
          <TextInput label="Email" type="email" {...text('email')} />
          <RoleField {...value('role')} />
          {draft.role === role ? null : (
            <Text size="sm">
              API keys of this member with more permissions than the role are revoked immediately.
            </Text>
          )}
          <Divider />
          <InvitationLink memberId={memberId} />
          {memberId === own.memberId ? null : <Removal member={member} title={title} onRemoved={onClose} />}
        </>
      )}
    </FormDialog>
  );
}

function Removal({
  member: { memberId },
  title,
  onRemoved,
}: {
  member: Schema<'Member'>;
  title: string;
  onRemoved: () => void;
}) {
  const remove = async () => {
    await read(api.DELETE('/api/members/{memberId}', { params: { path: { memberId } } }));
    onRemoved();
  };
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed">
        Removes their sessions and API keys too.
      </Text>
      <ConfirmButton
        size="xs"
        color="red"
        variant="light"
        consequence="Their sessions end and their API keys stop working immediately. Their audit log entries stay. This cannot be undone."
        onConfirm={remove}
        refreshes={['members']}
        done={`${title} was removed.`}
      >
        Remove member
      </ConfirmButton>
    </Group>
  );
}

function InvitationLink({ memberId }: { memberId: string }) {
  const invite = useMutation({
    mutationFn: () =>
      read(api.POST('/api/members/{memberId}/invitation', { params: { path: { memberId } } })),
  });
  if (invite.data?.url) {
    return (
      <SecretOnce secret={invite.data.url} title="Send this link to the member">
        {`The link works once, until ${formatInstant(invite.data.expiresAt)}, to set a password. It replaces earlier links.`}
      </SecretOnce>
    );
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          For joining or resetting a password.
        </Text>
        <Button size="xs" variant="default" onClick={() => invite.mutate()} loading={invite.isPending}>
          Create sign-in link
        </Button>
      </Group>
      {invite.error ? <ErrorState error={invite.error} /> : null}
    </Stack>
  );
}
