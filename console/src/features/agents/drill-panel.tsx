import { Button, Group, ScrollArea, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { ErrorState, formatCount, formatDuration, Panel, StatusBadge, type Tone } from '../../ui/index.ts';
import { type Agent, partLabel } from './agent-labels.ts';

type Drill = Schema<'AgentDrill'>;
type DrillCall = Drill['calls'][number];
type Fault = NonNullable<DrillCall['fault']>;

const choices = [
  { value: 'stubs', label: 'Stubs, free of charge' },
  { value: 'real', label: 'Real providers' },
] as const;
type Choice = (typeof choices)[number]['value'];

const kinds: Record<Fault['kind'], string> = { model: 'Model', voice: 'Voice', transcriber: 'Transcriber' };
/** The words for a fault of one provider, and of several. */
const faults: Record<Fault['fault'], [one: string, several: string]> = {
  hangs: ['never answers', 'never answer'],
  fails: ['answers 500', 'answer 500'],
  breaksOff: ['breaks off in the middle', 'break off in the middle'],
};
const servedKinds = ['model', 'voice', 'transcriber'] as const;
const tones: Record<DrillCall['outcome'], Tone> = {
  completed: 'good',
  'not-completed': 'bad',
  'not-played': 'neutral',
};

/** Plays calls in which the agent's providers fail, and shows what a caller would have heard. */
export function DrillPanel({ agent }: { agent: Agent }) {
  const [providers, setProviders] = useState<Choice>('stubs');
  const [says, setSays] = useState('');
  const drill = useMutation({
    mutationFn: () => {
      const params = { path: { agentId: agent.agentId } };
      const spoken = says.trim() === '' ? {} : { customerSays: [says.trim()] };
      const body = { providers, draft: agent.draft !== null, ...spoken };
      return read(api.POST('/api/agents/{agentId}/drill', { params, body }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    drill.mutate();
  };
  const played = agent.draft === null ? `version ${agent.version}` : 'the draft';
  return (
    <Panel
      title="Fault drill"
      description={`Plays calls of ${played} with a scripted customer: one without a fault, then one for each fault of each provider. It takes up to 3 minutes.`}
    >
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <TextInput
            label="The customer says"
            placeholder="Hello. Can you help me, please?"
            value={says}
            onChange={({ currentTarget }) => setSays(currentTarget.value)}
            maxLength={300}
            flex={1}
            miw={220}
          />
          <Select
            label="Providers"
            data={[...choices]}
            value={providers}
            onChange={(value) => setProviders((value ?? 'stubs') as Choice)}
            allowDeselect={false}
          />
          <Button type="submit" loading={drill.isPending}>
            Run drill
          </Button>
        </Group>
      </form>
      <Text size="xs" c="dimmed" mt={6}>
        {providers === 'real'
          ? 'The vendors are asked with your keys, and bill it. The agent uses no tools.'
          : 'No vendor is asked. The agent uses no tools.'}
      </Text>
      {drill.error ? (
        <div className="below">
          <ErrorState error={drill.error} />
        </div>
      ) : null}
      <div role="status">{drill.data ? <Result drill={drill.data} /> : null}</div>
    </Panel>
  );
}

function Result({ drill: { calls, providers, unusable } }: { drill: Drill }) {
  const completed = calls.filter(({ outcome }) => outcome === 'completed').length;
  const asked = providers.filter(({ requests }) => requests > 0);
  const requests = asked.map(
    (one) => `${partLabel(one.kind, one, '')} (${formatCount(one.requests, 'request')})`,
  );
  return (
    <Stack gap="sm" mt="md">
      <Text size="sm">
        {completed} of {calls.length} calls were completed.{' '}
        {asked.length === 0 ? 'No provider was asked.' : `Asked: ${requests.join(', ')}.`}
      </Text>
      {unusable.map(({ provider, message }) => (
        <Text key={`${provider} ${message}`} size="sm" className="key-missing">
          {message.replace('with POST /api/provider-keys', 'under Settings › Provider keys')}.
        </Text>
      ))}
      <ScrollArea type="auto" tabIndex={0} role="region" aria-label="Calls of the drill">
        <Table className="drill-calls" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Fault</Table.Th>
              <Table.Th scope="col" miw={150}>
                Outcome
              </Table.Th>
              <Table.Th scope="col">What the caller heard</Table.Th>
              <Table.Th scope="col">Longest silence</Table.Th>
              <Table.Th scope="col" miw={170}>
                Served by
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {calls.map((call) => (
              <CallRow key={call.fault === null ? 'none' : Object.values(call.fault).join()} call={call} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Stack>
  );
}

function CallRow({ call }: { call: DrillCall }) {
  const { fault, outcome, heard, longestSilenceMs, why } = call;
  const served = servedKinds.filter((kind) => call[kind] !== null);
  return (
    <Table.Tr>
      <Table.Td data-title="Fault">{fault === null ? 'None' : faultText(fault)}</Table.Td>
      <Table.Td data-title="Outcome">
        <StatusBadge status={outcome} tone={tones[outcome]} />
      </Table.Td>
      <Table.Td data-title="What the caller heard">
        {heard.length === 0 ? <Text c="dimmed">Nothing</Text> : <Text size="sm">{heard.join(' ')}</Text>}
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {why.join('\n')}
        </Text>
      </Table.Td>
      <Table.Td data-title="Longest silence" className="tabular">
        {outcome === 'not-played' ? '—' : formatDuration(longestSilenceMs)}
      </Table.Td>
      <Table.Td data-title="Served by">
        {served.length === 0 ? '—' : null}
        {served.map((kind) => (
          <Text key={kind} size="sm">
            {kinds[kind]}: {nameOf(kind, call[kind]!)}
          </Text>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}

/** Returns a fault in words. Those before the provider in the chain fail too. */
function faultText({ kind, position, provider, fault }: Fault): string {
  const which = `${kinds[kind]} ${position} (${nameOf(kind, provider)})`;
  const [one, several] = faults[fault];
  return position === 1 ? `${which} ${one}` : `${which} and those before it ${several}`;
}

function nameOf(kind: Fault['kind'], provider: string): string {
  return partLabel(kind, { provider }, '');
}
