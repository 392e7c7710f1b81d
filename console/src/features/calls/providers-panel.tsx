import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../api/index.ts';
import { Panel, StatusBadge } from '../../ui/index.ts';
import { CircuitNote } from '../circuits/index.ts';
import { versionQuery } from '../flow-trace/index.ts';
import type { Call } from './call-labels.ts';
import { presentAgent } from './commands.ts';

type Settings = Record<string, unknown> & { provider: string };

const parts = [
  { part: 'model', label: 'Model' },
  { part: 'voice', label: 'Voice' },
  { part: 'transcriber', label: 'Transcriber' },
] as const;

/** Shows the providers of the agent that carries a live call, in the order of asking, and which of them calls avoid now. */
export function ProvidersPanel({ call }: { call: Call }) {
  const { agentId, agentVersion } = presentAgent(call);
  const mayRead = useCan('agents:read');
  const { data } = useQuery({
    ...versionQuery(agentId, agentVersion ?? 0),
    enabled: mayRead && agentVersion !== null,
  });
  if (!mayRead || !data) return null;
  const asked = parts.flatMap(({ part, label }) =>
    chainOf(data.configuration[part] as Settings | null).map((settings, at) => ({
      ...{ part, settings },
      label: at === 0 ? label : `${label}, fallback ${at}`,
    })),
  );
  // An agent with the embedded voice and a script asks none.
  if (asked.length === 0) return null;
  return (
    <Panel title="Providers" description="Calls avoid a provider for a while after its requests have failed.">
      <Stack gap="xs">
        {asked.map(({ part, settings, label }) => (
          <div key={label}>
            <Text size="sm">
              {label}: {nameOf(settings)}
            </Text>
            <CircuitNote {...{ part, settings }} otherwise={<StatusBadge status="available" tone="good" />} />
          </div>
        ))}
      </Stack>
    </Panel>
  );
}

/** Returns the providers of a part in the order of asking. */
function chainOf(value: Settings | null): Settings[] {
  if (value === null) return [];
  return [value, ...((value.fallbacks as Settings[] | undefined) ?? [])];
}

function nameOf({ provider, model }: Settings): string {
  return typeof model === 'string' ? `${provider}, ${model}` : provider;
}
