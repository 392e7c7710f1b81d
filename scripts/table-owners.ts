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
  'platform/mail': ['outgoing_mails'],
  'platform/nodes': ['database_epochs', 'nodes'],
  'domains/alerts': ['alert_channels', 'alert_messages', 'alert_rules', 'alerts'],
  'domains/agents': ['agent_versions', 'agents'],
  'domains/call-queue': ['dial_lanes', 'hold_wakes', 'organization_slots', 'queued_calls'],
  'domains/calls': [
    ...[
      'call_analysis_requests',
      'call_changes',
      'call_counts',
      'call_events',
      'call_handovers',
      'call_hours',
      'calls',
    ],
    ...[
      'campaign_hours',
      'call_facts',
      'call_facts_to_write',
      'call_groups',
      'call_sum_changes',
      'call_sum_gaps',
      'call_sums',
      'call_day_sums',
      'call_time_sums',
      'call_hour_sums',
      'ended_calls',
      'handover_recordings',
      'live_calls',
      'recording_removals',
      'recording_retention',
    ],
    ...['call_commands', 'call_comments', 'call_links', 'session_data', 'spoken_calls', 'unknown_outcomes'],
  ],
  'domains/campaigns': ['campaign_pacing', 'campaigns'],
  'domains/carriers': ['carrier_connections'],
  'domains/chats': ['chat_messages', 'chat_trials', 'chat_turns', 'chats'],
  'domains/circuits': ['attempt_outcomes', 'circuits', 'provider_circuits'],
  'domains/customer-memory': ['customer_facts'],
  'domains/data-deletions': ['data_deletion_subjects', 'data_deletions'],
  'domains/events': ['event_consumers', 'event_cuts', 'events'],
  'domains/exports': ['export_hours'],
  'domains/imports': ['import_chunks', 'import_refusals', 'imports'],
  'domains/keys': ['api_keys'],
  'domains/knowledge': [
    ...[
      'knowledge_chunks',
      'knowledge_documents',
      'knowledge_files',
      'knowledge_lexemes',
      'knowledge_models',
      'knowledge_sources',
      'knowledge_vector_values',
      'knowledge_vectors',
    ],
  ],
  'domains/members': ['members'],
  'domains/numbers': ['number_days', 'phone_numbers', 'turned_away_hours'],
  'domains/organizations': ['organizations'],
  'domains/personalization': ['personalization'],
  'domains/prices': ['price_lists'],
  'domains/pronunciations': ['pronunciations'],
  'domains/provider-keys': ['provider_keys'],
  'domains/retry-configs': ['retry_configs'],
  'domains/schedules': ['schedules'],
  'domains/sign-in': ['member_links', 'member_passwords'],
  'domains/sounds': ['sounds'],
  'domains/suppressions': ['suppressions'],
  'domains/devices': ['device_bindings', 'member_devices'],
  'domains/teams': ['member_presence', 'team_calls', 'team_members', 'teams'],
  'domains/trunks': ['trunk_health', 'trunk_rates', 'trunks'],
  'domains/views': ['views'],
  'domains/web-calls': ['web_calls'],
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
  'runtime/dialer': ['holds'],
};

interface ForeignWrites {
  /** A file, or a folder. */
  in: string;
  tables: readonly string[];
  because: string;
}

/** The writes to tables of other folders, with their reasons. A new one needs an equally good reason. */
export const foreignWrites: readonly ForeignWrites[] = [
  {
    in: 'sql/functions/audit/audit_append.sql',
    tables: ['events'],
    because: 'the event gets the time of the audit entry, under the lock of the chain, which must stay short',
  },
  {
    in: 'sql/functions/campaigns/queue_campaign_calls.sql',
    tables: ['calls', 'call_events', 'queued_calls'],
    because:
      'one statement queues a batch of calls, so that PostgreSQL reads the batch once; it is the busiest write',
  },
  {
    in: 'src/domains/demo/store.ts',
    tables: [
      'organizations',
      'members',
      'phone_numbers',
      'campaigns',
      'calls',
      'call_events',
      'spoken_calls',
    ],
    because: 'the demo fills its organization with calls of the last week, which no operation could make',
  },
  {
    in: 'src/simulation/campaign/store-campaign.ts',
    tables: [
      ...['organizations', 'agents', 'agent_versions', 'campaigns', 'trunks', 'phone_numbers', 'calls'],
    ],
    because: 'the simulation fills an empty database of its own with rows that no operation could make',
  },
];
