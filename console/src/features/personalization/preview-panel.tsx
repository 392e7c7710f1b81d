import { Code, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { ErrorState, Panel, StatusBadge } from '../../ui/index.ts';
import { Choice, useFound } from '../picks/index.ts';

interface PreviewPanelProps {
  phoneNumber: string;
  /** The state of the pushed data. Another state makes another preview. */
  state: string;
}

/** Shows what an agent would say in the next inbound call from a number. It has no effects. */
export function PreviewPanel({ phoneNumber, state }: PreviewPanelProps) {
  const agents = useFound({ kind: 'agents', search: '' });
  const [chosen, setChosen] = useState('');
  const agentId = chosen || (agents.rows.length === 1 ? agents.rows[0]!.value : '');
  const { data, error, refetch } = useQuery({
    // Other data change the preview.
    queryKey: ['personalization', 'preview', phoneNumber, agentId, state],
    queryFn: () =>
      read(
        api.POST('/api/agents/{agentId}/preview', {
          params: { path: { agentId } },
          body: { phoneNumber, direction: 'inbound', variables: {}, draft: false },
        }),
      ),
    enabled: agentId !== '',
  });
  return (
    <Panel
      title="Agent preview"
      description="Shows an inbound call with the published version. Previewing does not consume the data."
    >
      <Stack gap="md">
        <div style={{ maxWidth: 320 }}>
          <Choice label="Agent" kind="agents" value={agentId} onChange={setChosen} required />
        </div>
        {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {agentId !== '' && !data && !error ? <Skeleton height={160} aria-busy="true" /> : null}
        {data ? <Previewed preview={data} /> : null}
      </Stack>
    </Panel>
  );
}

const sourceLabels: Record<NonNullable<Schema<'PreviewedVariable'>['source']>, string> = {
  personalization: 'Pushed data',
  call: 'Call',
  default: 'Agent default',
  'built-in': 'Built-in',
};

function Previewed({
  preview: { prompt, firstMessage, variables, missing },
}: {
  preview: Schema<'AgentPreview'>;
}) {
  return (
    <Stack gap="md">
      {missing.length > 0 ? (
        <Text size="sm">
          <StatusBadge status="Missing" tone="waiting" /> {missing.join(', ')}: no source supplies a value.
        </Text>
      ) : null}
      <div>
        <Text size="xs" c="dimmed">
          First message
        </Text>
        <Text size="sm">{firstMessage ?? 'The agent has no first message.'}</Text>
      </div>
      <div>
        <Text size="xs" c="dimmed" mb={4}>
          Prompt
        </Text>
        <Code block tabIndex={0} role="region" aria-label="Prompt" style={{ whiteSpace: 'pre-wrap' }}>
          {prompt}
        </Code>
      </div>
      {variables.length > 0 ? (
        <Table className="data-table" aria-label="Variables">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Variable</Table.Th>
              <Table.Th scope="col">Value</Table.Th>
              <Table.Th scope="col">Source</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {variables.map(({ name, value, source }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{textOf(value)}</Table.Td>
                <Table.Td>{source === null ? 'None' : sourceLabels[source]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </Stack>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
