import './waterfall.css';
import { Group, Table, Text, Tooltip } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { EmptyState, formatDuration, formatLabel, Panel } from '../../ui/index.ts';
import { partLabels, type Turn, type WaterfallTurn, waterfallOf } from './waterfall-parts.ts';

interface LatencyPanelProps {
  turns: readonly Turn[];
  /** The summary of all turns' latencies, if it was computed. */
  latency: Schema<'CallLatency'> | null;
}

/**
 * The response time of each turn by its parts, measured on the audio of the line, why the caller's turn ended, and what
 * became of speech over the agent's.
 */
export function LatencyPanel({ turns: all, latency }: LatencyPanelProps) {
  const turns = waterfallOf(all);
  const longestMs = Math.max(1, ...turns.map(({ waitedMs }) => waitedMs ?? 0));
  const aside =
    latency && turns.length > 0 ? (
      <Text size="xs" c="dimmed" className="tabular">
        p50 {duration(latency.p50Ms)} · p95 {duration(latency.p95Ms)} · added p95{' '}
        {duration(latency.addedP95Ms)}
      </Text>
    ) : null;
  return (
    <Panel title="Response time" aside={aside}>
      {turns.length === 0 ? (
        <EmptyState title="No agent responses">Each agent response appears here with its steps.</EmptyState>
      ) : (
        <>
          <Legend />
          <Table className="waterfall" verticalSpacing={5} withRowBorders={false} layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={92}>Turn</Table.Th>
                <Table.Th>End of speech to first audio</Table.Th>
                <Table.Th w={76} ta="right">
                  Time
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {turns.map((turn) => (
                <TurnRow key={turn.turn} turn={turn} longestMs={longestMs} />
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Panel>
  );
}

function TurnRow({ turn, longestMs }: { turn: WaterfallTurn; longestMs: number }) {
  const lines = turn.parts.map(({ id, lengthMs }) => `${partLabels[id]}: ${formatDuration(lengthMs)}`);
  return (
    <Table.Tr>
      <Table.Td>
        {turn.turn}{' '}
        <Text span size="xs" c="dimmed">
          {turn.kind === 'dtmf' ? 'Key' : formatLabel(turn.kind)}
        </Text>
      </Table.Td>
      <Table.Td>
        {turn.parts.length > 0 && (
          <Tooltip label={lines.join('\n')} style={{ whiteSpace: 'pre' }}>
            <div className="waterfall-bar" role="img" aria-label={lines.join('; ')}>
              {turn.parts.map(({ id, lengthMs }) => (
                <span key={id} data-part={id} style={{ width: `${(lengthMs / longestMs) * 100}%` }} />
              ))}
            </div>
          </Tooltip>
        )}
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {turn.notes.join('\n')}
        </Text>
      </Table.Td>
      <Table.Td ta="right" className="tabular">
        {duration(turn.waitedMs)}
      </Table.Td>
    </Table.Tr>
  );
}

function Legend() {
  return (
    <Group gap="md" mb="xs" aria-hidden="true">
      {Object.entries(partLabels).map(([id, label]) => (
        <Text key={id} size="xs" c="dimmed" className="waterfall-key">
          <span data-part={id} />
          {label}
        </Text>
      ))}
    </Group>
  );
}

function duration(ms: number | null): string {
  return ms === null ? '—' : formatDuration(ms);
}
