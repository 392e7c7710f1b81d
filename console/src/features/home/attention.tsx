import { Text } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { Panel, StatusBadge, TimeText } from '../../ui/index.ts';

type Attention = Schema<'Attention'>;

const words: Record<Attention['kind'], string> = {
  'trunk-down': 'Trunk down',
  'circuit-open': 'Circuit open',
  'calls-held': 'Calls held',
  'webhook-failing': 'Webhook failing',
  'webhook-disabled': 'Webhook disabled',
  'workflow-failing': 'Workflow failing',
  'process-lost': 'Process lost',
};

/** What somebody has to look at, each with what it is about and why. */
export function AttentionPanel({ attention }: { attention: readonly Attention[] }) {
  return (
    <Panel title="Needs attention">
      {attention.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing: trunks, campaigns, webhooks and workflows do what they should.
        </Text>
      ) : null}
      <ul className="live-list">
        {attention.map(({ kind, id, name, reason, since }) => (
          <li key={`${kind} ${id}`} className="attention">
            <StatusBadge status={words[kind] ?? kind} tone="bad" />
            <Text size="sm" fw={500}>
              {name ?? id ?? 'All calls'}
            </Text>
            <Text size="sm" c="dimmed">
              {reason} {since ? <TimeText at={since} /> : null}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
