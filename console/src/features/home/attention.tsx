import { Text } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { AppLink, Panel, StatusBadge, TimeText } from '../../ui/index.ts';
import { reasonOf } from './attention-words.ts';

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
          Nothing. Trunks, campaigns, webhooks and workflows work normally.
        </Text>
      ) : null}
      <ul className="live-list">
        {attention.map((item) => (
          <li key={`${item.kind} ${item.id}`} className="attention">
            <StatusBadge status={words[item.kind] ?? item.kind} tone="bad" />
            <Text size="sm" fw={500}>
              <Subject item={item} />
            </Text>
            <Text size="sm" c="dimmed">
              {reasonOf(item)} {item.since ? <TimeText at={item.since} /> : null}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What it is about, as the link to where it is mended. */
function Subject({ item: { kind, id, name, reason } }: { item: Attention }) {
  const words = name ?? id ?? 'All calls';
  if (id === null) return kind === 'calls-held' ? <AppLink to="/settings">{words}</AppLink> : words;
  if (kind === 'trunk-down' || (kind === 'circuit-open' && reason === 'trunk'))
    return (
      <AppLink to="/trunks/$trunkId" params={{ trunkId: id }}>
        {words}
      </AppLink>
    );
  if (kind === 'circuit-open' || kind === 'calls-held')
    return (
      <AppLink to="/campaigns/$campaignId" params={{ campaignId: id }}>
        {words}
      </AppLink>
    );
  if (kind === 'webhook-failing' || kind === 'webhook-disabled')
    return (
      <AppLink to="/settings/webhooks/$webhookEndpointId" params={{ webhookEndpointId: id }}>
        {words}
      </AppLink>
    );
  if (kind === 'workflow-failing')
    return (
      <AppLink to="/workflow-runs" search={{ workflowId: id, status: 'failed' }}>
        {words}
      </AppLink>
    );
  return words;
}
