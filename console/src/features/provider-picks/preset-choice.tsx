import { Alert, Anchor, List, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { AppLink } from '../../ui/index.ts';
import { providersQuery } from './queries.ts';

export type Preset = Schema<'AgentPreset'>;

interface PresetChoiceProps {
  /** The language of the agent, BCP 47. */
  language: string;
  description: string;
  chosen: Preset | null;
  onChoose: (preset: Preset | null) => void;
}

/** Chooses a model, a voice and a transcriber together by a wish, and says why these. */
export function PresetChoice({ language, description, chosen, onChoose }: PresetChoiceProps) {
  const { data } = useQuery({
    // The presets depend on the stored keys.
    queryKey: ['provider-keys', 'presets', language],
    queryFn: ({ signal }) => read(api.GET('/api/agent-presets', { params: { query: { language } }, signal })),
    enabled: useCan('agents:read'),
    staleTime: 60_000,
  });
  const presets = data?.presets ?? [];
  return (
    <Stack gap="xs">
      <Select
        label="Preset"
        description={description}
        placeholder="Choose for yourself"
        data={presets.map(({ wish, label }) => ({ value: wish, label }))}
        value={chosen?.wish ?? null}
        onChange={(wish) => onChoose(presets.find((preset) => preset.wish === wish) ?? null)}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear: Preset' }}
        maw={360}
      />
      <div role="status">{chosen ? <Reasons preset={chosen} /> : null}</div>
    </Stack>
  );
}

const partNames = { model: 'Model', voice: 'Voice', transcriber: 'Transcriber' } as const;

function Reasons({ preset: { choices, missing } }: { preset: Preset }) {
  const { data } = useQuery({ ...providersQuery, enabled: useCan('organization:read') });
  const labelOf = (name: string) => data?.providers.find(({ provider }) => provider === name)?.label ?? name;
  return (
    <Stack gap="xs">
      <List size="sm" spacing={2}>
        {choices.map(({ part, provider, fact, source, checkedOn }) => (
          <List.Item key={part}>
            {partNames[part]}: {labelOf(provider)}. {fact}{' '}
            {source === null ? null : (
              <Anchor href={source} target="_blank" rel="noreferrer" size="xs" underline="always">
                Checked on {checkedOn}
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
          <AppLink to="/settings/provider-keys" className="underlined inherit-color">
            Add a key
          </AppLink>
        </Alert>
      )}
    </Stack>
  );
}
