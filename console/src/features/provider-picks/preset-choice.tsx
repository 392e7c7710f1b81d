import { Alert, Anchor, List, Select, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { formatDay, toastFailure } from '../../ui/index.ts';
import { AddKey } from './add-key.tsx';
import { providersQuery } from './queries.ts';

export type Preset = Schema<'AgentPreset'>;

interface PresetChoiceProps {
  /** The language of the agent, BCP 47. */
  language: string;
  description: string;
  /** What the choice of none means. */
  placeholder?: string | undefined;
  chosen: Preset | null;
  onChoose: (preset: Preset | null) => void;
}

/** The presets, which depend on the stored keys. */
const presetsQuery = (language: string) =>
  queryOptions({
    queryKey: ['provider-keys', 'presets', language],
    queryFn: ({ signal }) => read(api.GET('/api/agent-presets', { params: { query: { language } }, signal })),
    staleTime: 60_000,
  });

const none: readonly Preset[] = [];

/** Returns the presets for a language. None while they are loading. */
export function usePresets(language: string): readonly Preset[] {
  const { data } = useQuery({ ...presetsQuery(language), enabled: useCan('agents:read') });
  return data?.presets ?? none;
}

/** Returns whether PocketSphinx is installed on the server. Undefined while it is unknown. */
export function useHasEmbeddedTranscriber(): boolean | undefined {
  const { data } = useQuery({ ...presetsQuery('en-US'), enabled: useCan('agents:read') });
  return data?.hasEmbeddedTranscriber;
}

/** Returns the first preset whose model answers freely and whose every part has a key; null when no key serves one. */
export function keyedPreset(presets: readonly Preset[]): Preset | null {
  const isFree = ({ configuration: { model }, missing }: Preset) =>
    missing.length === 0 && model !== null && model.provider !== 'scripted';
  return presets.find(isFree) ?? null;
}

/** Chooses a model, a voice and a transcriber together by a wish, and says why these. */
export function PresetChoice({ language, description, placeholder, chosen, onChoose }: PresetChoiceProps) {
  const client = useQueryClient();
  const presets = usePresets(language);
  const choose = (wish: string | null, from = presets) =>
    onChoose(from.find((preset) => preset.wish === wish) ?? null);
  // The wish stays, and the new key may serve it.
  const chooseAgain = async () => {
    const answer = await client.fetchQuery(presetsQuery(language));
    choose(chosen?.wish ?? null, answer.presets);
  };
  return (
    <Stack gap="xs">
      <Select
        label="Preset"
        description={description}
        placeholder={placeholder ?? 'Choose for yourself'}
        data={presets.map(({ wish, label }) => ({ value: wish, label }))}
        value={chosen?.wish ?? null}
        onChange={(wish) => choose(wish)}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear: Preset' }}
        maw={360}
      />
      <div role="status">
        {chosen ? <Reasons preset={chosen} onAdded={() => void chooseAgain().catch(toastFailure)} /> : null}
      </div>
    </Stack>
  );
}

const partNames = { model: 'Model', voice: 'Voice', transcriber: 'Transcriber' } as const;

interface ReasonsProps {
  preset: Preset;
  onAdded: () => void;
}

function Reasons({ preset: { wish, choices, missing }, onAdded }: ReasonsProps) {
  const { data } = useQuery({ ...providersQuery, enabled: useCan('organization:read') });
  const labelOf = (name: string) => {
    // Here OpenAI is a protocol, not the company.
    if (wish === 'own-servers' && name === 'openai') return 'Your own server (OpenAI protocol)';
    return data?.providers.find(({ provider }) => provider === name)?.label ?? name;
  };
  return (
    <Stack gap="xs">
      <List size="sm" spacing={2}>
        {choices.map(({ part, provider, fact, source, checkedOn }) => (
          <List.Item key={part}>
            {partNames[part]}: {labelOf(provider)}. {fact}{' '}
            {source === null || checkedOn === null ? null : (
              <Anchor href={source} target="_blank" rel="noreferrer" size="xs" underline="always">
                Checked on {formatDay(checkedOn)}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
      {missing.length === 0 ? null : (
        <Alert color="yellow" variant="light" role="note" title="This preset is incomplete">
          {[...new Set(missing.map(({ message }) => message))].map((message) => (
            <Text size="sm" key={message}>
              {message}
            </Text>
          ))}
          <List size="sm" mb={4}>
            {missing.map(({ part, providers }) => (
              <List.Item key={part}>
                {partNames[part]}: {providers.map(labelOf).join(', ')}
              </List.Item>
            ))}
          </List>
          <AddKey wanted={[...new Set(missing.flatMap(({ providers }) => providers))]} onAdded={onAdded} />
        </Alert>
      )}
    </Stack>
  );
}
