import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import { RoleField } from './role-field.tsx';
import type { Role } from './roles.ts';

interface AddMemberProps {
  /** Called with the id of the new member, who needs a sign-in link. */
  onAdded: (memberId: string) => void;
}

export function AddMemberButton({ onAdded }: AddMemberProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>Add member</Button>
      {isOpen ? <AddMemberDialog onAdded={onAdded} onClose={close} /> : null}
    </>
  );
}

function AddMemberDialog({ onAdded, onClose }: AddMemberProps & { onClose: () => void }) {
  const { draft, change, isDirty } = useDraft({ name: '', email: '', role: 'Viewer' as Role });
  const client = useQueryClient();
  const add = async () => {
    const body = { ...draft, email: draft.email.trim() || null };
    const member = await read(api.POST('/api/members', { body }));
    await client.invalidateQueries({ queryKey: ['members'] });
    return member;
  };
  return (
    <FormDialog
      title="Add member"
      action="Add member"
      size="md"
      isDirty={isDirty}
      onSubmit={add}
      onSaved={({ memberId }) => onAdded(memberId)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Name"
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            error={errorOf('name')}
            required
            data-autofocus
          />
          <TextInput
            label="Email"
            description="Used to sign in. If empty, the member enters it when they join."
            type="email"
            value={draft.email}
            onChange={({ currentTarget }) => change({ email: currentTarget.value })}
            error={errorOf('email')}
          />
          <RoleField role={draft.role} onChange={(role) => change({ role })} error={errorOf('role')} />
        </>
      )}
    </FormDialog>
  );
}
