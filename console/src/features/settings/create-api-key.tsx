import { Button, MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
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
  const form = useDraft(blank);
  const create = async () => {
    return await read(api.POST('/api/api-keys', { body: bodyOf(form.draft) }));
  };
  return (
    <FormDialog
      title="Create API key"
      action="Create API key"
      size="md"
      form={form}
      onSubmit={create}
      refreshes={['api-keys']}
      onSaved={({ key }) => onCreated(key)}
      onClose={onClose}
    >
      {({ draft, change, errorOf, text, value }) => (
        <>
          <TextInput
            label="Name"
            description="Such as the name of the program that uses it."
            {...text('name')}
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
            <RoleField {...value('role')} />
          ) : (
            <MultiSelect
              label="Scopes"
              description="Choose only what the program needs."
              placeholder={draft.scopes.length === 0 ? 'Choose scopes' : ''}
              data={ownScopes}
              {...value('scopes')}
              searchable
            />
          )}
          <TextInput
            label="Expires after"
            description="Leave empty for no expiry."
            type="date"
            {...text('lastDay')}
            error={errorOf('expiresAt')}
          />
        </>
      )}
    </FormDialog>
  );
}
