import { Stack } from '@mantine/core';
import { type ChainPart, chainOf, partOf, type Settings } from './chain.ts';
import { JsonField } from './json-field.tsx';
import type { AgentForm } from './use-agent-form.ts';

const names: Record<ChainPart, string> = { model: 'Model', voice: 'Voice', transcriber: 'Transcriber' };

/** Edits as JSON what has no field: rare settings of every provider of each chain. */
export function AdvancedSettings({ form }: { form: AgentForm }) {
  const parts = (['model', 'voice', 'transcriber'] as const).filter((part) => form.values[part] !== null);
  if (parts.length === 0) return null;
  return (
    <details className="more-fields">
      <summary>Advanced: all settings</summary>
      <Stack gap="sm" mt="xs">
        {parts.map((part) => (
          <ChainSettings key={part} form={form} part={part} />
        ))}
      </Stack>
    </details>
  );
}

function ChainSettings({ form, part }: { form: AgentForm; part: ChainPart }) {
  const chain = chainOf(form.values[part] as Settings);
  const save = (at: number, changed: Settings) =>
    form.set(part, partOf<typeof part>(chain.map((one, index) => (index === at ? changed : one))));
  const saveOwn = (own: unknown, at: number) => {
    if (own === null && at === 0) return form.set(part, null);
    // The field shows the error, and nothing can be saved meanwhile.
    if (!isSettings(own)) throw new Error('must be an object with a provider');
    save(at, own);
  };
  return chain.map((settings, at) => {
    const path = at === 0 ? part : `${part}.fallbacks.${at - 1}`;
    const name = at === 0 ? names[part] : `Fallback ${at} of the ${part}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: providers are edited here, and may be the same
      <Stack key={at} gap="sm">
        {part === 'model' && settings.provider !== 'scripted' ? (
          <JsonField
            form={form}
            path={`${path}.providerOptions`}
            label={`Provider options of ${at === 0 ? 'the model' : `fallback ${at} of the model`} (JSON)`}
            description="Options of the provider that have no field here. They are passed through."
            value={settings.providerOptions ?? null}
            onChange={(providerOptions) => save(at, { ...settings, providerOptions })}
            minRows={2}
          />
        ) : null}
        <JsonField
          form={form}
          path={path}
          label={`${name} (JSON)`}
          value={settings}
          onChange={(own) => saveOwn(own, at)}
        />
      </Stack>
    );
  });
}

function isSettings(own: unknown): own is Settings {
  return typeof own === 'object' && own !== null && 'provider' in own && typeof own.provider === 'string';
}
