import { Text } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { AppLink, Panel, StatusBadge, TimeText, type Tone } from '../../ui/index.ts';
import { reasonOf } from './attention-messages.ts';

type Attention = Schema<'Attention'>;

const kindLabels: Record<Attention['kind'], string> = {
  'trunk-down': 'Trunk down',
  'trunk-without-audio': 'No audio in common',
  'circuit-open': 'Circuit open',
  'calls-held': 'Calls held',
  'alert-open': 'Alert',
  'webhook-failing': 'Webhook failing',
  'webhook-disabled': 'Webhook disabled',
  'workflow-failing': 'Workflow failing',
  'process-lost': 'Process lost',
  'calls-refused': 'Calls refused',
  'callers-turned-away': 'Calls turned away',
};

/** The kinds whose reason ends with what the time is of. */
const saysWhen = new Set<Attention['kind']>([
  'workflow-failing',
  'calls-refused',
  'callers-turned-away',
  'process-lost',
]);

/** Returns the tone of an item. Held calls wait for a setting or a free line, which is no failure. */
const toneOf = ({ kind }: Attention): Tone => (kind === 'calls-held' ? 'waiting' : 'bad');

/** Everything that needs attention, with its reason. */
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
          <li key={`${item.kind} ${item.id} ${item.reason}`} className="attention">
            <StatusBadge status={kindLabels[item.kind] ?? item.kind} tone={toneOf(item)} />
            <Text size="sm" fw={500}>
              <Subject item={item} />
            </Text>
            <Text size="sm" c="dimmed">
              <Reason item={item} />
              {item.since ? (
                <>
                  {saysWhen.has(item.kind) ? ' ' : ' · '}
                  <TimeText at={item.since} />
                </>
              ) : null}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The reason, which links to the calls behind it. */
function Reason({ item }: { item: Attention }) {
  const { kind, id, reason } = item;
  const words = reasonOf(item);
  if (kind === 'calls-held')
    return (
      <AppLink to="/calls" search={{ status: 'queued', ...(id === null ? {} : { campaignId: id }) }}>
        {words}
      </AppLink>
    );
  if (kind === 'circuit-open' && id !== null)
    return (
      <AppLink
        to="/calls"
        search={{ outcome: 'failed', ...(reason === 'trunk' ? { trunkId: id } : { campaignId: id }) }}
      >
        {words}
      </AppLink>
    );
  return words;
}

/** Links to the page where it can be fixed. */
function Subject({ item: { kind, id, name, reason } }: { item: Attention }) {
  const label = name ?? id ?? 'All calls';
  if (kind === 'process-lost' || kind === 'calls-refused')
    return <AppLink to="/settings/processes">{label}</AppLink>;
  if (kind === 'callers-turned-away')
    return id === null ? (
      <AppLink to="/settings">Limit of concurrent calls</AppLink>
    ) : (
      <AppLink to="/phone-numbers/$phoneNumberId" params={{ phoneNumberId: id }}>
        {label}
      </AppLink>
    );
  if (id === null && kind === 'calls-held')
    return (
      <AppLink to="/settings">
        {reason === 'organization-limit' ? 'Limit of concurrent calls' : label}
      </AppLink>
    );
  if (id === null) return label;
  if (kind.startsWith('trunk-') || (kind === 'circuit-open' && reason === 'trunk'))
    return (
      <AppLink to="/trunks/$trunkId" params={{ trunkId: id }}>
        {label}
      </AppLink>
    );
  if (kind === 'circuit-open' || kind === 'calls-held')
    return (
      <AppLink to="/campaigns/$campaignId" params={{ campaignId: id }}>
        {label}
      </AppLink>
    );
  if (kind === 'alert-open')
    return (
      <AppLink to="/alerts" search={{ alertId: id }}>
        {label}
      </AppLink>
    );
  if (kind === 'webhook-failing' || kind === 'webhook-disabled')
    return (
      <AppLink to="/settings/webhooks/$webhookEndpointId" params={{ webhookEndpointId: id }}>
        {label}
      </AppLink>
    );
  if (kind === 'workflow-failing')
    return (
      <AppLink to="/workflow-runs" search={{ workflowId: id, status: 'failed' }}>
        {label}
      </AppLink>
    );
  return label;
}
