import { PasswordInput, Select, TextInput } from '@mantine/core';
import { api, read, type Schema } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';

type Provider = Schema<'ProviderKey'>['provider'];

/** Names of the providers. */
export const providerNames: Record<Provider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  deepgram: 'Deepgram',
  elevenlabs: 'ElevenLabs',
  assemblyai: 'AssemblyAI',
  soniox: 'Soniox',
  speechmatics: 'Speechmatics',
  gladia: 'Gladia',
  rime: 'Rime',
  inworld: 'Inworld',
  hume: 'Hume',
  'fish-audio': 'Fish Audio',
  'azure-speech': 'Azure Speech',
  'google-cloud': 'Google Cloud',
  cartesia: 'Cartesia',
  websocket: 'Your own server (WebSocket)',
};

/** Adds a provider key, which is stored encrypted and never shown. */
export function AddProviderKeyButton() {
  return (
    <DialogButton label="Add provider key">
      {(close) => <AddProviderKeyDialog onClose={close} />}
    </DialogButton>
  );
}

const blank = { provider: 'openai' as Provider, apiKey: '', name: '', baseUrl: '' };

function AddProviderKeyDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft(blank);
  const add = async () => {
    const { provider, apiKey, name, baseUrl } = form.draft;
    const body = {
      provider,
      apiKey: apiKey.trim() || null,
      name: name || null,
      baseUrl: baseUrl.trim() || null,
    };
    return await read(api.POST('/api/provider-keys', { body }));
  };
  return (
    <FormDialog
      title="Add provider key"
      action="Add key"
      size="md"
      form={form}
      onSubmit={add}
      refreshes={['provider-keys']}
      done="The provider key was stored."
      onClose={onClose}
    >
      {({ draft, change, errorOf, text }) => (
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
            {...text('apiKey')}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
            data-autofocus
          />
          <TextInput
            label="Name"
            description="Lets agents choose between several keys of one provider."
            {...text('name')}
          />
          <TextInput
            label="Base URL"
            description="For a service that is compatible with the provider’s API, such as your own model server."
            placeholder="Provider default"
            {...text('baseUrl')}
          />
        </>
      )}
    </FormDialog>
  );
}
