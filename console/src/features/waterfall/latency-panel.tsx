import './waterfall.css';
import { Group, Table, Text, Tooltip } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { EmptyState, formatDuration, formatWord, Panel } from '../../ui/index.ts';
import { partWords, type Turn, type WaterfallTurn, waterfallOf } from './waterfall-parts.ts';

interface LatencyPanelProps {
  turns: readonly Turn[];
  /** Of all turns together, where it was reckoned. */
  latency: Schema<'CallLatency'> | null;
}

/** What the caller waited in each turn, and for what: measured on the audio of the line, not in the program. */
export function LatencyPanel({ turns: all, latency }: LatencyPanelProps) {
  const turns = waterfallOf(all);
  const longestMs = Math.max(1, ...turns.map(({ waitedMs }) => waitedMs));
  const aside = latency ? (
    <Text size="xs" c="dimmed" className="tabular">
      p50 {duration(latency.p50Ms)} · p95 {duration(latency.p95Ms)} · added p95 {duration(latency.addedP95Ms)}
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
  const words = turn.parts.map(({ id, lengthMs }) => `${partWords[id]}: ${formatDuration(lengthMs)}`);
  return (
    <Table.Tr>
      <Table.Td>
        {turn.turn}{' '}
        <Text span size="xs" c="dimmed">
          {formatWord(turn.kind)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Tooltip label={words.join('\n')} style={{ whiteSpace: 'pre' }}>
          <div className="waterfall-bar" role="img" aria-label={words.join('; ')}>
            {turn.parts.map(({ id, lengthMs }) => (
              <span key={id} data-part={id} style={{ width: `${(lengthMs / longestMs) * 100}%` }} />
            ))}
          </div>
        </Tooltip>
      </Table.Td>
      <Table.Td ta="right" className="tabular">
        {formatDuration(turn.waitedMs)}
      </Table.Td>
    </Table.Tr>
  );
}

function Legend() {
  return (
    <Group gap="md" mb="xs" aria-hidden="true">
      {Object.entries(partWords).map(([id, words]) => (
        <Text key={id} size="xs" c="dimmed" className="waterfall-key">
          <span data-part={id} />
          {words}
        </Text>
      ))}
    </Group>
  );
}

function duration(ms: number | null): string {
  return ms === null ? '—' : formatDuration(ms);
}
