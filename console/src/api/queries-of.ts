/** Further queries that show a resource, beside its own lists. */
const others: Record<string, readonly string[]> = {
  calls: ['overview', 'campaigns'],
  campaigns: ['overview', 'calls'],
  chats: ['overview'],
  'chat-messages': ['chats'],
  'chat-widgets': ['agents'],
  'workflow-runs': ['workflows', 'overview'],
  workflows: ['workflow-runs', 'workflow-versions'],
  'webhook-endpoints': ['overview'],
  'webhook-deliveries': ['webhook-endpoints'],
  alerts: ['overview', 'alert-rules'],
  trunks: ['overview', 'phone-numbers', 'campaigns'],
  // They decide whether the calls of campaigns can be dialed.
  'phone-numbers': ['campaigns'],
  schedules: ['campaigns', 'campaign-holds'],
  organizations: ['overview', 'session', 'campaigns', 'campaign-holds'],
  members: ['session'],
  // The name in events of personalization.
  personalizations: ['personalization'],
};

/** The part of an event that says what changed. */
export interface ChangeEvent {
  type: string;
  data?: { resourceType?: unknown } | null;
}

/**
 * Returns the first key parts of the queries that an event refreshes. They are plurals in kebab-case: `call.ended`
 * refreshes `calls`, `webhookEndpoint.disabled` refreshes `webhook-endpoints`, and an audit entry refreshes the kind
 * of resource that changed.
 */
export function queriesOf({ type, data }: ChangeEvent): string[] {
  if (type !== 'audit.entry') return withOthers(pluralOf(type));
  const { resourceType } = data ?? {};
  return [
    'audit-log',
    ...(typeof resourceType === 'string' ? withOthers(resourceType.replaceAll('_', '-')) : []),
  ];
}

function pluralOf(type: string): string {
  if (type.startsWith('workflow.run.')) return 'workflow-runs';
  const [thing = ''] = type.split('.');
  return `${thing.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`;
}

function withOthers(name: string): string[] {
  return [name, ...(others[name] ?? [])];
}
