import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import {
  anyBaseUrl,
  DialogButton,
  FormDialog,
  jsonKeyProviders,
  keyFields,
  type Provider,
  providerNames,
  requiredBaseUrls,
  toastDone,
  useDraft,
} from '../../ui/index.ts';
import { checkOf, showCheck } from './check-provider-key.tsx';

/** Adds a provider key, which is stored encrypted and never shown. */
export function AddProviderKeyButton() {
  return (
    <DialogButton label="Add provider key">
      {(close) => <AddProviderKeyDialog onClose={close} />}
    </DialogButton>
  );
}

const noDetails = { region: '', resource: '', apiVersion: '', accessKeyId: '' };
const blank = { provider: 'openai' as Provider, apiKey: '', name: '', baseUrl: '', ...noDetails };

function AddProviderKeyDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft(blank);
  const add = async () => {
    const { provider, apiKey, name, baseUrl } = form.draft;
    const body = {
      provider,
      apiKey: apiKey.trim() || null,
      name: name || null,
      baseUrl: baseUrl.trim() || null,
      ...Object.fromEntries(
        (keyFields[provider] ?? []).map((field) => [field.name, form.draft[field.name].trim() || null]),
      ),
    };
    const { providerKeyId } = await read(api.POST('/api/provider-keys', { body }));
    // The key is stored, whatever becomes of its check.
    return await checkOf(providerKeyId).catch(() => null);
  };
  return (
    <FormDialog
      title="Add provider key"
      action="Add key"
      size="md"
      form={form}
      onSubmit={add}
      refreshes={['provider-keys']}
      onSaved={(check) => {
        if (check) showCheck(check, 'The provider key was stored. ');
        else toastDone('The provider key was stored.');
      }}
      onClose={onClose}
    >
      {({ draft, change, errorOf, text }) => (
        <>
          <Select
            label="Provider"
            data={Object.entries(providerNames).map(([value, label]) => ({ value, label }))}
            value={draft.provider}
            onChange={(value) => value && change({ provider: value as Provider, ...noDetails })}
            allowDeselect={false}
            error={errorOf('provider')}
          />
          <KeyInput isJson={jsonKeyProviders.has(draft.provider)} {...text('apiKey')} />
          {(keyFields[draft.provider] ?? []).map(({ name, ...shown }) => (
            <TextInput key={name} {...shown} {...text(name)} />
          ))}
          <TextInput
            label="Name"
            description="Lets agents choose between several keys of one provider."
            {...text('name')}
          />
          <TextInput
            label="Base URL"
            required={draft.provider in requiredBaseUrls}
            {...(requiredBaseUrls[draft.provider] ?? anyBaseUrl)}
            {...text('baseUrl')}
          />
        </>
      )}
    </FormDialog>
  );
}

interface KeyInputProps {
  isJson: boolean;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  error: string | undefined;
}

/** The key itself. The JSON of a service account has several lines, which a field for passwords would join. */
function KeyInput({ isJson, ...input }: KeyInputProps) {
  if (isJson) {
    return (
      <Textarea
        label="Key"
        description="The JSON file of a service account. Stored encrypted, and never shown again."
        {...input}
        autoComplete="off"
        spellCheck={false}
        rows={5}
      />
    );
  }
  return (
    <PasswordInput
      label="Key"
      description="Stored encrypted, and never shown again."
      {...input}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
      data-autofocus
    />
  );
}
