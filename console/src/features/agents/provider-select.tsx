import { Select, Text } from '@mantine/core';
import {
  AddKey,
  languageName,
  unsuitedBy,
  useHasEmbeddedTranscriber,
  useLanguageLimits,
} from '../provider-picks/index.ts';
import { languagesOf, type ProviderChoice } from './agent-labels.ts';
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
  const hasEmbeddedTranscriber = useHasEmbeddedTranscriber();
  const limits = useLanguageLimits();
  const labelOfChoice = (choice: ProviderChoice) => {
    if (isMissing(choice)) return `${choice.label} (no key)`;
    if (choice.provider === 'pocketsphinx' && hasEmbeddedTranscriber === false)
      return `${choice.label} (not installed)`;
    const only = limits.get(choice.provider);
    return only ? `${choice.label} (${only.map(languageName).join(', ')} only)` : choice.label;
  };
  const chosen = choices.find(({ provider }) => provider === value);
  const unsuited = languageWarning(form, path, limits.get(value ?? embeddedOf(path)) ?? null);
  return (
    <div>
      <Select
        label={label}
        placeholder={none}
        data={choices.map((choice) => ({
          value: choice.provider,
          label: labelOfChoice(choice),
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
      {unsuited === null ? null : (
        <Text size="xs" className="key-missing" mt={4} role="note">
          {unsuited}
        </Text>
      )}
    </div>
  );
}

/** The provider that an agent without a setting uses. */
const embeddedOf = (path: string) => (path === 'voice' ? 'flite' : '');

/** Returns that a provider does not have the languages of the agent; null when it has, or may have. */
function languageWarning(
  { values }: AgentForm,
  path: string,
  limit: readonly string[] | null,
): string | null {
  const [part, ...place] = path.split('.');
  if (part !== 'voice' && part !== 'transcriber') return null;
  // A fallback may have fewer languages than the provider for which it stands.
  const agentLanguages = place.length > 0 ? [values.language] : languagesOf(values);
  const unsuited = unsuitedBy(limit, { part, isEmbedded: true, agentLanguages });
  return unsuited && `${unsuited.reason} Choose another ${part}.`;
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
