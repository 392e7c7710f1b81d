/** What else than its own lists shows something of a kind of thing. */
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
  trunks: ['overview', 'phone-numbers'],
  organizations: ['overview', 'session'],
  members: ['session'],
  // As its events are named.
  personalizations: ['personalization'],
};

/** An event, as far as it tells what changed. */
export interface ChangeEvent {
  type: string;
  data?: { resourceType?: unknown } | null;
}

/**
 * The queries that an event refreshes, by the first part of their key, which is the plural of the thing in kebab-case:
 * `call.ended` is about `calls`, `webhookEndpoint.disabled` about `webhook-endpoints`, an entry of the audit log about
 * the kind of resource that was changed.
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
