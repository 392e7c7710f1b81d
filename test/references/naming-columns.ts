import { type Database, statement } from '../../src/platform/db/index.ts';

/**
 * Columns with ids of deletable resources that need no lock, and the fate of their rows. `heldColumns` has the others.
 */
export const otherColumns: Record<string, 'own id' | 'removed with it' | 'kept as a record'> = {
  'agent_versions.agent_id': 'removed with it',
  'agents.agent_id': 'own id',
  'alerts.agent_id': 'kept as a record',
  // A rule of a deleted agent finds no calls.
  'alert_rules.agent_id': 'kept as a record',
  'api_keys.api_key_id': 'own id',
  'audit_export_hours.api_key_id': 'kept as a record',
  'call_commands.member_id': 'kept as a record',
  'call_comments.member_id': 'kept as a record',
  'call_links.member_id': 'kept as a record',
  'call_facts.agent_id': 'kept as a record',
  'call_facts.trunk_id': 'kept as a record',
  'call_groups.agent_id': 'kept as a record',
  'call_groups.trunk_id': 'kept as a record',
  'call_sum_changes.agent_id': 'kept as a record',
  'call_sum_changes.trunk_id': 'kept as a record',
  'chat_messages.agent_id': 'kept as a record',
  'chat_messages.member_id': 'kept as a record',
  // A test chat continues with the configuration that it began with.
  'chat_trials.agent_id': 'kept as a record',
  // A run goes on without an agent that was deleted meanwhile.
  'carrier_connections.inbound_agent_id': 'kept as a record',
  'carrier_connections.member_id': 'kept as a record',
  'chat_widgets.agent_id': 'removed with it',
  'customer_facts.agent_id': 'removed with it',
  'customer_facts.member_id': 'kept as a record',
  'ended_calls.agent_id': 'kept as a record',
  'export_hours.api_key_id': 'kept as a record',
  'imports.member_id': 'kept as a record',
  'member_devices.member_id': 'removed with it',
  'member_links.member_id': 'removed with it',
  'member_passwords.member_id': 'removed with it',
  'members.member_id': 'own id',
  'number_days.phone_number_id': 'kept as a record',
  'phone_numbers.phone_number_id': 'own id',
  'provider_keys.provider_key_id': 'own id',
  'retry_configs.call_retry_config_id': 'own id',
  'schedules.schedule_id': 'own id',
  'sounds.sound_id': 'own id',
  // A session of a deleted member is refused.
  'sessions.member_id': 'kept as a record',
  'spoken_calls.agent_id': 'kept as a record',
  'suppressions.suppression_id': 'own id',
  // A browser call continues with the agent version that it began with.
  'browser_calls.agent_id': 'kept as a record',
  'member_presence.member_id': 'removed with it',
  'team_calls.member_id': 'kept as a record',
  'team_members.member_id': 'removed with it',
  'turned_away_hours.phone_number_id': 'kept as a record',
  'trunk_health.trunk_id': 'removed with it',
  'trunk_rates.trunk_id': 'removed with it',
  'trunks.trunk_id': 'own id',
  // The record of the call locks the agent.
  'web_calls.agent_id': 'kept as a record',
  'webhook_deliveries.webhook_endpoint_id': 'removed with it',
  'webhook_endpoints.webhook_endpoint_id': 'own id',
  'workflow_event_triggers.workflow_id': 'removed with it',
  'workflow_schedules.workflow_id': 'removed with it',
  'workflow_secrets.secret_id': 'own id',
  'workflow_versions.workflow_id': 'removed with it',
  'workflows.workflow_id': 'own id',
};

const select = statement(
  'test.naming_columns',
  `select table_name || '.' || column_name as name, exists (
     select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
     where k.conrelid = table_name::text::regclass and k.contype = 'f' and k.confdeltype = 'c'
       and a.attname = column_name) as cascades
   from information_schema.columns
   where table_schema = 'public'
     and column_name ~ '(agent|number|schedule|retry_config|trunk|workflow|member|api_key|provider_key|endpoint|suppression|secret|sound)_ids?$'
   order by name`,
);

/** Returns the columns of the schema with ids of deletable resources, and whether a deletion removes their rows. */
export function namingColumns(db: Database): Promise<{ name: string; cascades: boolean }[]> {
  return db.query(select);
}
