import type { EntryQuery } from './entries.ts';

type Verb = NonNullable<EntryQuery['actionVerb']>;
type Resource = NonNullable<EntryQuery['resourceType']>;

// Objects, so that the compiler reports missing and removed names.
const verbs: Record<Verb, true> = {
  created: true,
  updated: true,
  deleted: true,
  exported: true,
  started: true,
  paused: true,
  assigned: true,
  unassigned: true,
  resumed: true,
  reset: true,
  ended: true,
  canceled: true,
  published: true,
  enabled: true,
  disabled: true,
  handedOff: true,
  abandoned: true,
  rotated: true,
  triggered: true,
  pushed: true,
};
const resources: Record<Resource, true> = {
  organizations: true,
  members: true,
  api_keys: true,
  sessions: true,
  invitations: true,
  passwords: true,
  agents: true,
  agent_drills: true,
  sounds: true,
  trunks: true,
  provider_keys: true,
  phone_numbers: true,
  schedules: true,
  retry_configs: true,
  campaigns: true,
  calls: true,
  recordings: true,
  data_deletions: true,
  call_session_data: true,
  chats: true,
  chat_messages: true,
  chat_widgets: true,
  browser_calls: true,
  workflows: true,
  workflow_runs: true,
  workflow_secrets: true,
  workflow_events: true,
  personalization: true,
  suppressions: true,
  pronunciations: true,
  knowledge_sources: true,
  knowledge_documents: true,
  imports: true,
  webhook_endpoints: true,
  webhook_deliveries: true,
  prices: true,
  secret_keys: true,
  audit_logs: true,
  exports: true,
  databases: true,
};

/** The actions and resource kinds, in alphabetical order. */
export const actions = Object.keys(verbs).sort();
export const kinds = Object.keys(resources).sort();
