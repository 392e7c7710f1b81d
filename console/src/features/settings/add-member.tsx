import { TextInput } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { RoleField } from './role-field.tsx';
import type { Role } from './roles.ts';

interface AddMemberProps {
  /** Called with the id of the new member, who needs a sign-in link. */
  onAdded: (memberId: string) => void;
}

export function AddMemberButton({ onAdded }: AddMemberProps) {
  return (
    <DialogButton label="Add member">
      {(close) => <AddMemberDialog onAdded={onAdded} onClose={close} />}
    </DialogButton>
  );
}

function AddMemberDialog({ onAdded, onClose }: AddMemberProps & { onClose: () => void }) {
  const form = useDraft({ name: '', email: '', role: 'Viewer' as Role });
  const add = async () => {
    const body = { ...form.draft, email: form.draft.email.trim() || null };
    return await read(api.POST('/api/members', { body }));
  };
  return (
    <FormDialog
      title="Add member"
      action="Add member"
      size="md"
      form={form}
      onSubmit={add}
      refreshes={['members']}
      onSaved={({ memberId }) => onAdded(memberId)}
      onClose={onClose}
    >
      {({ text, value }) => (
        <>
          <TextInput label="Name" {...text('name')} required data-autofocus />
          <TextInput
            label="Email"
            description="Used to sign in. If empty, the member enters it when they join."
            type="email"
            {...text('email')}
          />
          <RoleField {...value('role')} />
        </>
      )}
    </FormDialog>
  );
}
