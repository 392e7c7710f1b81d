import { Select, Text } from '@mantine/core';
import { AddKey } from '../provider-picks/index.ts';
import type { ProviderChoice } from './agent-labels.ts';
import { useProviderKeys } from './queries.ts';
import { labelOf, type SettingsEdit, textOf } from './settings-edit.ts';
import type { AgentForm } from './use-agent-form.ts';

interface ProviderSelectProps {
  form: AgentForm;
  label: string;
  path: string;
  choices: ProviderChoice[];
  value: string | null;
  /** The label when nothing is chosen. */
  none: string;
  /** One must be chosen. */
  mustChoose?: boolean;
  onChange: (provider: string | null) => void;
}

/** Chooses a provider. Providers without a key are marked. */
export function ProviderSelect({
  form,
  label,
  path,
  choices,
  value,
  none,
  mustChoose = false,
  onChange,
}: ProviderSelectProps) {
  const keys = useProviderKeys();
  const isMissing = ({ provider, isEmbedded }: ProviderChoice) =>
    !isEmbedded && keys !== undefined && !keys.has(provider);
  const chosen = choices.find(({ provider }) => provider === value);
  return (
    <div>
      <Select
        label={label}
        placeholder={none}
        data={choices.map((choice) => ({
          value: choice.provider,
          label: isMissing(choice) ? `${choice.label} (no key)` : choice.label,
        }))}
        value={value}
        onChange={onChange}
        error={form.errorOf(`${path}.provider`)}
        readOnly={form.isReadOnly}
        clearable={!form.isReadOnly && !mustChoose}
        allowDeselect={!mustChoose}
        clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      />
      {chosen && isMissing(chosen) ? (
        <Text size="xs" className="key-missing" mt={4}>
          Your organization has no key for {chosen.label}. Add one before you use this provider.{' '}
          <AddKey wanted={[chosen.provider]} />
        </Text>
      ) : null}
    </div>
  );
}

/** Chooses one of the provider's keys. Shown when some have names; otherwise the newest is used. */
export function KeySelect({ edit }: { edit: SettingsEdit }) {
  const { form, path, settings, change } = edit;
  const value = textOf(settings, 'key');
  const names = (useProviderKeys()?.get(settings.provider) ?? []).filter((name) => name !== null);
  const options = [...new Set(value === null ? names : [value, ...names])];
  if (options.length === 0) return null;
  const { label, ...named } = labelOf(edit, 'Key');
  return (
    <Select
      label={label}
      {...named}
      placeholder="Newest key"
      data={options}
      value={value}
      onChange={(key) => change({ ...settings, key })}
      error={form.errorOf(`${path}.key`)}
      readOnly={form.isReadOnly}
      clearable={!form.isReadOnly}
      clearButtonProps={{ 'aria-label': `Clear: ${named['aria-label'] ?? label}` }}
    />
  );
}
