import { Button, FileButton, Group, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import {
  anyBaseUrl,
  baseUrls,
  FormDialog,
  jsonKeyProviders,
  keyFields,
  type Provider,
  providerNames,
  toastDone,
  useDraft,
} from '../../ui/index.ts';
import { checkOf, showCheck } from './check-key.tsx';

const noDetails = { region: '', resource: '', apiVersion: '', accessKeyId: '' };
const blank = { apiKey: '', name: '', baseUrl: '', ...noDetails };
const all = Object.keys(providerNames) as Provider[];

interface AddKeyDialogProps {
  /** The providers whose keys are wanted, the best first. They are offered before the others. */
  wanted?: readonly Provider[];
  /** Called when the key is stored and the lists that depend on keys are read again. */
  onAdded?: () => void;
  onClose: () => void;
}

/** Adds a provider key, which is stored encrypted and never shown, and asks its vendor whether it accepts the key. */
export function AddKeyDialog({ wanted = [], onAdded, onClose }: AddKeyDialogProps) {
  const form = useDraft({ provider: wanted[0] ?? ('openai' as Provider), ...blank });
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
        onAdded?.();
      }}
      onClose={onClose}
    >
      {({ draft, change, errorOf, text }) => (
        <>
          <Select
            label="Provider"
            data={groupsOf(wanted)}
            searchable
            nothingFoundMessage="No provider has this name."
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
          <TextInput label="Base URL" {...(baseUrls[draft.provider] ?? anyBaseUrl)} {...text('baseUrl')} />
        </>
      )}
    </FormDialog>
  );
}

/** Returns the choices of providers, with those that are wanted in a group of their own. */
function groupsOf(wanted: readonly Provider[]) {
  const choices = (providers: readonly Provider[]) =>
    providers.map((value) => ({ value, label: providerNames[value] }));
  if (wanted.length === 0) return choices(all);
  const others = all.filter((provider) => !wanted.includes(provider));
  return [
    { group: 'Wanted here', items: choices(wanted) },
    { group: 'Other providers', items: choices(others) },
  ];
}

interface KeyInputProps {
  isJson: boolean;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  error: string | undefined;
}

/** The key itself. That of a service account is a file with several lines, which a field for passwords would join. */
function KeyInput({ isJson, ...input }: KeyInputProps) {
  if (isJson) return <KeyFile {...input} />;
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

/** The key file of a service account: chosen, or pasted. */
function KeyFile({ onChange, ...input }: Omit<KeyInputProps, 'isJson'>) {
  const read = async (file: File | null) =>
    file && onChange({ currentTarget: { value: (await file.text()).trim() } });
  return (
    <Stack gap={6}>
      <Textarea
        label="Key"
        description="The JSON key file of a service account. Choose the file, or paste its content. Stored encrypted, and never shown again."
        {...input}
        onChange={onChange}
        autoComplete="off"
        spellCheck={false}
        rows={5}
      />
      <Group>
        <FileButton accept=".json,application/json" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="default">
              Choose key file
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}
