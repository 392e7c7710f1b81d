/**
 * The folder that writes each table. Statements of other folders call the owner's functions, or compose the SQL that it
 * exports when they change several tables at once. `sql/functions/NAME` belongs to the folder of that name.
 */
export const tablesOf: Readonly<Record<string, readonly string[]>> = {
  'platform/access': ['installation', 'secret_key_copies', 'secret_keys', 'sessions'],
  'platform/audit': [
    ...['audit_checkpoints', 'audit_export_hours', 'audit_heads', 'audit_logs'],
    'idempotency_keys',
  ],
  'platform/db': ['schema_migrations'],
  'platform/nodes': ['nodes'],
  'domains/agents': ['agent_versions', 'agents'],
  'domains/call-queue': ['hold_wakes', 'queued_calls'],
  'domains/calls': [
    ...['call_analysis_requests', 'call_changes', 'call_counts', 'call_events', 'call_hours', 'calls'],
    ...['campaign_hours', 'ended_calls', 'live_calls', 'recording_removals', 'recording_retention'],
    ...['session_data', 'spoken_calls', 'unknown_outcomes'],
  ],
  'domains/campaigns': ['campaigns'],
  'domains/chats': ['chat_messages', 'chat_turns', 'chats'],
  'domains/circuits': ['attempt_outcomes', 'circuits'],
  'domains/data-deletions': ['data_deletion_subjects', 'data_deletions'],
  'domains/events': ['event_consumers', 'event_cuts', 'events'],
  'domains/exports': ['export_hours'],
  'domains/imports': ['import_chunks', 'import_refusals', 'imports'],
  'domains/keys': ['api_keys'],
  'domains/members': ['members'],
  'domains/numbers': ['number_days', 'phone_numbers'],
  'domains/organizations': ['organization_slots', 'organizations'],
  'domains/personalization': ['personalization'],
  'domains/prices': ['price_lists'],
  'domains/provider-keys': ['provider_keys'],
  'domains/retry-configs': ['retry_configs'],
  'domains/schedules': ['schedules'],
  'domains/sign-in': ['member_links', 'member_passwords'],
  'domains/suppressions': ['suppressions'],
  'domains/trunks': ['trunk_health', 'trunk_rates', 'trunks'],
  'domains/webhooks': ['webhook_deliveries', 'webhook_endpoints'],
  'domains/widgets': ['chat_widgets'],
  'domains/workflows': [
    ...[
      'workflow_event_triggers',
      'workflow_events',
      'workflow_open_runs',
      'workflow_runs',
      'workflow_schedules',
    ],
    ...['workflow_secrets', 'workflow_steps', 'workflow_versions', 'workflows'],
  ],
  'runtime/browser-calls': ['browser_calls'],
  'runtime/dialer': ['dial_lanes', 'holds'],
};

interface ForeignWrites {
  /** A file, or a folder. */
  in: string;
  tables: readonly string[];
  because: string;
}

const oneStatement =
  'the change of the call and the rest are one statement, so that no claim takes another round trip';
const withoutPackage =
  'the process of the calls does this, and the index of each owner loads a package that it has no use for';

/** The writes to tables of other folders, and the reason for each. A new one needs a reason as good. */
export const foreignWrites: readonly ForeignWrites[] = [
  {
    in: 'sql/functions/audit/audit_append.sql',
    tables: ['events'],
    because: 'each audit entry is an event too',
  },
  {
    in: 'sql/functions/campaigns/queue_campaign_calls.sql',
    tables: ['calls', 'call_events', 'queued_calls'],
    because: oneStatement,
  },
  ...['hold_for_customers', 'hold_for_numbers'].map((name) => ({
    in: `sql/functions/dialer/${name}.sql`,
    tables: ['queued_calls', 'call_events'],
    because: oneStatement,
  })),
  { in: 'sql/functions/dialer/hold_for_trunks.sql', tables: ['queued_calls'], because: oneStatement },
  {
    in: 'sql/functions/dialer/settle_lanes.sql',
    tables: ['organization_slots'],
    because: 'a claim notes its place among the lanes in the slot row that it has locked',
  },
  {
    in: 'sql/functions/dialer/take_calls.sql',
    tables: ['calls', 'queued_calls', 'live_calls'],
    because: oneStatement,
  },
  ...['workflow_subscribe', 'workflow_unsubscribe'].map((name) => ({
    in: `sql/functions/workflows/${name}.sql`,
    tables: ['event_consumers'],
    because: 'a trigger subscribes in the transaction that enables the workflow',
  })),
  {
    in: 'src/domains/data-deletions/steps/copies.ts',
    tables: ['import_refusals'],
    because: withoutPackage,
  },
  {
    in: 'src/domains/members/store.ts',
    tables: ['api_keys'],
    because: 'the keys of a member end with the member, and keys rank above members',
  },
  {
    in: 'src/runtime/upkeep/forget-expired.ts',
    tables: ['imports', 'sessions', 'member_links', 'browser_calls'],
    because: withoutPackage,
  },
  {
    in: 'src/simulation/campaign/lay-out.ts',
    tables: [
      ...['organizations', 'organization_slots', 'audit_heads', 'agents', 'agent_versions', 'campaigns'],
      ...['trunks', 'phone_numbers', 'calls'],
    ],
    because: 'the simulation fills a database of its own, without audit entries',
  },
];
