import { Button, MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schema, useSession } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import { RoleField } from './role-field.tsx';
import type { Role } from './roles.ts';
import { SecretDialog } from './secret-dialog.tsx';

type Scopes = NonNullable<Schema<'CreateApiKeyInput'>['scopes']>;

/** Creates a key, then shows it once. */
export function CreateApiKeyButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [key, setKey] = useState<string | null>(null);
  return (
    <>
      <Button onClick={open}>Create API key</Button>
      {isOpen ? <CreateApiKeyDialog onCreated={setKey} onClose={close} /> : null}
      {key === null ? null : (
        <SecretDialog title="New API key" secret={key} onClose={() => setKey(null)}>
          Send it in the header “Authorization: Bearer …”.
        </SecretDialog>
      )}
    </>
  );
}

const blank = { name: '', by: 'scopes', role: 'Viewer' as Role, scopes: [] as string[], lastDay: '' };

function bodyOf({ name, by, role, scopes, lastDay }: typeof blank) {
  return {
    name,
    ...(by === 'role' ? { role } : { scopes: scopes as Scopes }),
    // The end of the chosen day in the browser's time zone.
    expiresAt: lastDay === '' ? null : new Date(`${lastDay}T23:59:59`).toISOString(),
  };
}

interface CreateApiKeyDialogProps {
  onCreated: (key: string | null) => void;
  onClose: () => void;
}

function CreateApiKeyDialog({ onCreated, onClose }: CreateApiKeyDialogProps) {
  const { scopes: ownScopes } = useSession();
  const { draft, change, isDirty } = useDraft(blank);
  const client = useQueryClient();
  const create = async () => {
    const created = await read(api.POST('/api/api-keys', { body: bodyOf(draft) }));
    await client.invalidateQueries({ queryKey: ['api-keys'] });
    return created;
  };
  return (
    <FormDialog
      title="Create API key"
      action="Create API key"
      size="md"
      isDirty={isDirty}
      onSubmit={create}
      onSaved={({ key }) => onCreated(key)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Name"
            description="Such as the name of the program that uses it."
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            error={errorOf('name')}
            required
            data-autofocus
          />
          <SegmentedControl
            aria-label="Permissions"
            value={draft.by}
            onChange={(by) => change({ by })}
            data={[
              { value: 'scopes', label: 'Selected scopes' },
              { value: 'role', label: 'Role' },
            ]}
          />
          {draft.by === 'role' ? (
            <RoleField role={draft.role} onChange={(role) => change({ role })} error={errorOf('role')} />
          ) : (
            <MultiSelect
              label="Scopes"
              description="Choose only what the program needs."
              placeholder={draft.scopes.length === 0 ? 'Choose scopes' : ''}
              data={ownScopes}
              value={draft.scopes}
              onChange={(scopes) => change({ scopes })}
              searchable
              error={errorOf('scopes')}
            />
          )}
          <TextInput
            label="Expires after"
            description="Leave empty for no expiry."
            type="date"
            value={draft.lastDay}
            onChange={({ currentTarget }) => change({ lastDay: currentTarget.value })}
            error={errorOf('expiresAt')}
          />
        </>
      )}
    </FormDialog>
  );
}
