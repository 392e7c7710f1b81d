/**
 * Lists the tables, keys and statements that do not name the organization. Citus, or any database that spreads organizations
 * over several servers, needs `organization_id` in every unique key, foreign key and statement. A test compares the lists
 * with the schema, the statements and the functions. The lists may only shrink.
 */

/** Tables without `organization_id`, and where they would be. */
export const sharedTables: Readonly<Record<string, 'reference table' | 'table of the installation'>> = {
  area_codes: 'reference table',
  region_borders: 'reference table',
  // Positions in the events are snapshots of one server: see event_cuts.
  database_epochs: 'table of the installation',
  event_cuts: 'table of the installation',
  installation: 'table of the installation',
  nodes: 'table of the installation',
  schema_migrations: 'table of the installation',
  secret_key_copies: 'table of the installation',
  secret_keys: 'table of the installation',
};

/** Unique keys of tables with `organization_id` that do not hold it. */
export const keysAcross: Readonly<Record<string, string>> = {
  call_links_token: 'the token of a link says which organization it belongs to',
  chat_widgets_token_key: 'the token of a widget says which organization it belongs to',
  member_devices_username: 'the user name of a device says which organization it belongs to',
  member_links_token: 'the token of a link says which organization it belongs to',
  recording_removals_pkey: 'a number that orders the removals; (organization_id, call_id) is unique too',
  sessions_oidc_state: 'the state of a sign-in is read before the organization is known',
  sessions_token: 'the token of a session says which organization it belongs to',
};

/** Tables with `organization_id` that have no primary key. */
export const tablesWithoutKey: Readonly<Record<string, string>> = {
  attempt_outcomes: 'rows live for 16 minutes and are found by their time',
};

const expired = 'removes expired rows of all organizations, by their time';
const upkeep = 'looks for work in all organizations';

/**
 * Statements and functions that use tables of organizations, and have no organization in a comparison, a join or the columns
 * of an insert. The check reads their text: it does not see whether each table of a longer statement is bound.
 */
export const statementsAcross: Readonly<Record<string, string>> = {
  'access.expired_sessions': expired,
  'browser_calls.expired': expired,
  'calls.expired_campaign_hours': expired,
  'calls.expired_handovers': expired,
  'calls.expired_hours': expired,
  'circuits.forget_outcomes': expired,
  'circuits.forget_providers': expired,
  'devices.any': 'whether any organization has one',
  'dialer.expired_cap_holds': expired,
  'exports.expired_hours': expired,
  'imports.expired': expired,
  'imports.lost': expired,
  'numbers.expired_days': expired,
  'numbers.expired_turned_away': expired,
  'sign_in.expired_links': expired,
  'web_calls.hung_up': 'the calls of a process, of all organizations',
  'web_calls.offered': 'how many wait for any process',
  'workflows.expired_events': expired,
  'calls.drop_removals': 'goes by the number of the removal',
  'calls.note_removal': 'goes by the number of the removal',
  'calls.settle_removal': 'goes by the number of the removal',
  'calls.held_by': 'the calls of a process, of all organizations',
  'calls.reserved_handovers': 'the calls that a process takes over, of all organizations',
  fair_share: 'the calls of processes, of all organizations',
  'analytics.processes': 'the processes of the installation, and whether they have calls',
  'nodes.expired': 'the calls of processes, of all organizations',
  'nodes.other_capacity': 'the live calls of processes, of all organizations',
  'nodes.overdue': 'the calls of processes, of all organizations',
  'nodes.remove': 'the calls of a process, of all organizations',
  'workflow_runs.free': 'the runs of a process, of all organizations',
  'audit.any_within': 'whether a partition has an entry of any organization',
  'workflows.any_run_within': 'whether a partition has a run of any organization',
  'data_deletions.any_due': upkeep,
  'events.forget_cuts': 'the longest retention of any organization',
  'installation.organizations': 'lists the organizations',
  'provider_keys.any': 'whether any organization has one',
  'sign_in.any_password': 'whether any organization has one',
  'webhooks.any': 'whether any organization has one',
  'workflow_engine.next_ready': upkeep,
  'data_deletions.note_subjects': 'names the columns by their order',
  'access.changes': 'keys, sessions and limits of all organizations that have changed',
  'audit.checkpoints': 'the chains of all organizations',
  'audit.heads': 'the chains of all organizations',
  'audit.retention': 'the retention of all organizations',
  'calls.tried_removals': 'goes by the number of the removal',
  'calls.untried_removals': 'goes by the number of the removal',
  'data_deletions.lock_next': upkeep,
  'demo.find': 'the organization of the demo',
  'events.with_news': upkeep,
  'imports.lock_next': upkeep,
  'numbers.claims': 'a number says which organizations it may belong to',
  'organizations.retention': 'the retention of all organizations',
  organizations_to_dial: upkeep,
  'program.workflows': upkeep,
  'schedules.lock_pending': upkeep,
  'session.trunks': 'each calls process serves the trunks of all organizations',
  'sign_in.first_organizations': 'lists the organizations',
  'widgets.open': 'the token of a widget says which organization it belongs to',
  sealed_secrets: 'every secret that a key has sealed, when the key is changed',
};
