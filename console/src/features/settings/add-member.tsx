import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import type { MadeInvitation } from './invitation.tsx';
import { mailQuery } from './queries.ts';
import { RoleField } from './role-field.tsx';
import type { Role } from './roles.ts';

interface AddMemberProps {
  /** Called with the id of the new member, and the sign-in link unless it failed. */
  onAdded: (added: { memberId: string; made: MadeInvitation | null }) => void;
}

export function AddMemberButton({ onAdded }: AddMemberProps) {
  return (
    <DialogButton label="Invite a member">
      {(close) => <AddMemberDialog onAdded={onAdded} onClose={close} />}
    </DialogButton>
  );
}

function AddMemberDialog({ onAdded, onClose }: AddMemberProps & { onClose: () => void }) {
  const form = useDraft({ name: '', email: '', role: 'Viewer' as Role, isMailed: true });
  const canMail = useQuery(mailQuery).data?.isSet === true;
  const add = async () => {
    const { isMailed, ...values } = form.draft;
    const email = values.email.trim() || null;
    const { memberId } = await read(api.POST('/api/members', { body: { ...values, email } }));
    return { memberId, made: await makeLink(memberId, canMail && isMailed && email !== null) };
  };
  return (
    <FormDialog
      title="Invite a member"
      action="Invite a member"
      size="md"
      form={form}
      onSubmit={add}
      refreshes={['members']}
      done={({ made }) =>
        made?.sentTo
          ? `Member added. The link goes to ${made.sentTo}.`
          : 'Member added. Send them their sign-in link.'
      }
      onSaved={onAdded}
      onClose={onClose}
    >
      {({ draft, text, value }) => (
        <>
          <TextInput label="Name" {...text('name')} required data-autofocus />
          <TextInput
            label="Email"
            description="Used to sign in. If empty, the member enters it when they join."
            type="email"
            {...text('email')}
          />
          <RoleField {...value('role')} />
          {canMail ? (
            <Checkbox
              label="Send the sign-in link to this address"
              checked={draft.isMailed && draft.email.trim() !== ''}
              disabled={draft.email.trim() === ''}
              onChange={(event) => form.change({ isMailed: event.currentTarget.checked })}
            />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** Makes the link, and sends it where it can be mailed. The member exists already, so a failure leaves that to the member's dialog. */
async function makeLink(memberId: string, isMailed: boolean): Promise<MadeInvitation | null> {
  const params = { path: { memberId } };
  const making: Promise<MadeInvitation> = isMailed
    ? read(api.POST('/api/members/{memberId}/invitation/mail', { params }))
    : read(api.POST('/api/members/{memberId}/invitation', { params }));
  return making.catch(() => null);
}
