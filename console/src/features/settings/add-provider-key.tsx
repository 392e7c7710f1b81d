import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { FormDialog, toastDone, useDraft } from '../../ui/index.ts';

type Provider = Schema<'ProviderKey'>['provider'];

/** Names of the providers. */
export const providerNames: Record<Provider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  deepgram: 'Deepgram',
  elevenlabs: 'ElevenLabs',
  cartesia: 'Cartesia',
};

/** Adds a provider key, which is stored encrypted and never shown. */
export function AddProviderKeyButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>Add provider key</Button>
      {isOpen ? <AddProviderKeyDialog onClose={close} /> : null}
    </>
  );
}

const blank = { provider: 'openai' as Provider, apiKey: '', name: '', baseUrl: '' };

function AddProviderKeyDialog({ onClose }: { onClose: () => void }) {
  const { draft, change, isDirty } = useDraft(blank);
  const client = useQueryClient();
  const add = async () => {
    const { provider, apiKey, name, baseUrl } = draft;
    const body = { provider, apiKey: apiKey || null, name: name || null, baseUrl: baseUrl || null };
    const added = await read(api.POST('/api/provider-keys', { body }));
    await client.invalidateQueries({ queryKey: ['provider-keys'] });
    return added;
  };
  return (
    <FormDialog
      title="Add provider key"
      action="Add key"
      size="md"
      isDirty={isDirty}
      onSubmit={add}
      onSaved={() => toastDone('The provider key was stored.')}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Select
            label="Provider"
            data={Object.entries(providerNames).map(([value, label]) => ({ value, label }))}
            value={draft.provider}
            onChange={(value) => value && change({ provider: value as Provider })}
            allowDeselect={false}
            error={errorOf('provider')}
          />
          <PasswordInput
            label="Key"
            description="Stored encrypted, and never shown again."
            value={draft.apiKey}
            onChange={({ currentTarget }) => change({ apiKey: currentTarget.value.trim() })}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
            error={errorOf('apiKey')}
            data-autofocus
          />
          <TextInput
            label="Name"
            description="Lets agents choose between several keys of one provider."
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            error={errorOf('name')}
          />
          <TextInput
            label="Base URL"
            description="For a service that is compatible with the provider’s API, such as your own model server."
            placeholder="Provider default"
            value={draft.baseUrl}
            onChange={({ currentTarget }) => change({ baseUrl: currentTarget.value.trim() })}
            error={errorOf('baseUrl')}
          />
        </>
      )}
    </FormDialog>
  );
}
