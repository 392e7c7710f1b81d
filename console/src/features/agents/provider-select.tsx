import { Select, Text } from '@mantine/core';
import { AppLink } from '../../ui/index.ts';
import type { ProviderChoice } from './agent-labels.ts';
import { useProviderKeys } from './queries.ts';
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
          <AppLink to="/settings/provider-keys" className="app-link underlined">
            Add a key
          </AppLink>
        </Text>
      ) : null}
    </div>
  );
}

/** Chooses one of the provider's keys. Shown when some have names; otherwise the newest is used. */
export function KeySelect({
  form,
  path,
  provider,
  value,
  onChange,
}: {
  form: AgentForm;
  path: string;
  provider: string;
  value: string | null;
  onChange: (key: string | null) => void;
}) {
  const names = (useProviderKeys()?.get(provider) ?? []).filter((name) => name !== null);
  const options = [...new Set(value === null ? names : [value, ...names])];
  if (options.length === 0) return null;
  return (
    <Select
      label="Key"
      placeholder="Newest key"
      data={options}
      value={value}
      onChange={onChange}
      error={form.errorOf(`${path}.key`)}
      readOnly={form.isReadOnly}
      clearable={!form.isReadOnly}
      clearButtonProps={{ 'aria-label': 'Clear: Key' }}
    />
  );
}
