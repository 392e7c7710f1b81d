import { Divider, Group, Text, TextInput } from '@mantine/core';
import { api, read, type Schema, useSession } from '../../api/index.ts';
import { ConfirmItem, FormDialog, MoreMenu, useDraft } from '../../ui/index.ts';
import { Invitation, type MadeInvitation } from './invitation.tsx';
import { RoleField } from './role-field.tsx';

interface MemberDialogProps {
  member: Schema<'Member'>;
  /** The link that was made when the member was added. */
  made: MadeInvitation | null;
  onClose: () => void;
}

/** One member: name, role, sign-in link and removal. */
export function MemberDialog({ member, made, onClose }: MemberDialogProps) {
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
          <Invitation member={member} made={made} />
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
        Removal ends their sessions and API keys.
      </Text>
      <MoreMenu label={`More actions for ${title}`} isSmall>
        <ConfirmItem
          isDestructive
          consequence="Their sessions end and their API keys stop working immediately. Their audit log entries stay. This cannot be undone."
          onConfirm={remove}
          refreshes={['members']}
          done={`${title} was removed.`}
        >
          Remove member
        </ConfirmItem>
      </MoreMenu>
    </Group>
  );
}
