import { beginChainSql } from '../../platform/audit/index.ts';
import { type Queryable, readStatement, statement, toJson } from '../../platform/db/index.ts';
import { type AllowableNumberType, usualNumberTypes } from '../../platform/kernel/index.ts';
import { beginQueueSql } from '../call-queue/index.ts';
import { effectiveCountries } from './countries.ts';
import { type StoredEligibilityWebhook, shownWebhook } from './eligibility-webhook.ts';
import type { Organization } from './schemas.ts';

/** The fields of an organization that can be changed. */
type OrganizationValues = Pick<
  Organization,
  | 'name'
  | 'maxConcurrentCalls'
  | 'allowedCountries'
  | 'allowedNumberTypes'
  | 'dialing'
  | 'listening'
  | 'circuitBreaker'
  | 'requestsPerSecond'
  | 'rulePacks'
  | 'sipHosts'
  | 'frequencyCap'
  | 'abandonChatsAfterSeconds'
  | 'retention'
>;

const columns = `organization_id, name, max_concurrent_calls, allowed_countries, dialing, requests_per_second,
  rule_packs, circuit_breaker, frequency_calls, frequency_days, chat_abandon_seconds, eligibility_webhook,
  allowed_number_types, audit_days, calls_days, recordings_days, chats_days, runs_days, events_days, sip_hosts,
  listening, created_at, updated_at`;

interface OrganizationRow {
  organization_id: string;
  name: string;
  max_concurrent_calls: number;
  allowed_countries: string[] | null;
  allowed_number_types: string[] | null;
  dialing: 'on' | 'off';
  listening: 'on' | 'off';
  circuit_breaker: Organization['circuitBreaker'];
  requests_per_second: number;
  rule_packs: string[];
  sip_hosts: string[];
  frequency_calls: number | null;
  frequency_days: number | null;
  chat_abandon_seconds: number;
  audit_days: number | null;
  calls_days: number | null;
  recordings_days: number | null;
  chats_days: number | null;
  runs_days: number | null;
  events_days: number | null;
  eligibility_webhook: StoredEligibilityWebhook | null;
  created_at: string;
  updated_at: string;
}

const insert = statement(
  'organizations.insert',
  `with organization as (
     insert into organizations (organization_id, name) values ($1, $2) returning organization_id
   ), slots as (
     ${beginQueueSql('organization')}
   )
   ${beginChainSql('organization')}`,
);
const selectOne = readStatement(
  'organizations.get',
  `select ${columns} from organizations where organization_id = $1`,
);
// Not `for update`, which would block every insert of a row that refers to the organization.
const selectForChange = statement('organizations.lock', `${selectOne.text} for no key update`);
const update = statement(
  'organizations.update',
  `update organizations set name = $2, max_concurrent_calls = $3, allowed_countries = $4, dialing = $5,
     requests_per_second = $6, rule_packs = $7, circuit_breaker = $8, frequency_calls = $9, frequency_days = $10,
     chat_abandon_seconds = $11, allowed_number_types = $12, audit_days = $13, calls_days = $14, recordings_days = $15,
     chats_days = $16, runs_days = $17, events_days = $18, sip_hosts = $19, listening = $20,
     updated_at = clock_timestamp()
   where organization_id = $1
   returning ${columns}`,
);
const selectWebhook = readStatement(
  'organizations.eligibility_webhook',
  'select eligibility_webhook from organizations where organization_id = $1',
);
const setWebhook = statement(
  'organizations.set_eligibility_webhook',
  'update organizations set eligibility_webhook = $2 where organization_id = $1',
);
const selectReach = readStatement(
  'organizations.reach',
  'select allowed_countries, allowed_number_types from organizations where organization_id = $1',
);
const numbers = readStatement(
  'organizations.numbers',
  'select phone_number from phone_numbers where organization_id = $1',
);

/** Inserts an organization with its slot row and the head of its audit chain. */
export async function insertOrganization(db: Queryable, organizationId: string, name: string): Promise<void> {
  await db.query(insert, [organizationId, name]);
}

export async function findOrganization(db: Queryable, organizationId: string): Promise<Organization | null> {
  const [row] = await db.query<OrganizationRow>(selectOne, [organizationId]);
  return row ? toOrganization(db, row) : null;
}

/** Locks the organization against other changes until the transaction ends. */
export async function lockOrganization(db: Queryable, organizationId: string): Promise<Organization | null> {
  const [row] = await db.query<OrganizationRow>(selectForChange, [organizationId]);
  return row ? toOrganization(db, row) : null;
}

export async function updateOrganizationRow(
  db: Queryable,
  organizationId: string,
  values: OrganizationValues,
): Promise<Organization> {
  const [row] = await db.query<OrganizationRow>(update, [
    organizationId,
    values.name,
    values.maxConcurrentCalls,
    values.allowedCountries,
    values.dialing,
    values.requestsPerSecond,
    values.rulePacks,
    toJson(values.circuitBreaker),
    values.frequencyCap?.calls ?? null,
    values.frequencyCap?.days ?? null,
    values.abandonChatsAfterSeconds,
    values.allowedNumberTypes,
    values.retention.auditDays,
    values.retention.callsDays,
    values.retention.recordingsDays,
    values.retention.chatsDays,
    values.retention.runsDays,
    values.retention.eventsDays,
    values.sipHosts,
    values.listening,
  ]);
  return toOrganization(db, row!);
}

/** Returns the webhook with its sealed secret, or null. */
export async function findEligibilityWebhook(
  db: Queryable,
  organizationId: string,
): Promise<StoredEligibilityWebhook | null> {
  const [row] = await db.query<Pick<OrganizationRow, 'eligibility_webhook'>>(selectWebhook, [organizationId]);
  return row?.eligibility_webhook ?? null;
}

/** Sets the webhook only. The caller updates the row afterwards. */
export async function setEligibilityWebhook(
  db: Queryable,
  organizationId: string,
  webhook: StoredEligibilityWebhook | null,
): Promise<void> {
  await db.query(setWebhook, [organizationId, toJson(webhook)]);
}

/** Returns the countries the organization may call now (ISO 3166 alpha-2, sorted). */
export async function allowedCountriesOf(db: Queryable, organizationId: string): Promise<string[]> {
  return (await reachOf(db, organizationId)).allowedCountries;
}

/** The numbers that an organization may call. */
interface OrganizationReach {
  /** ISO 3166 alpha-2, sorted. */
  allowedCountries: string[];
  allowedNumberTypes: readonly AllowableNumberType[];
}

/** Returns which numbers the organization may call now. An unknown organization may call none. */
export async function reachOf(db: Queryable, organizationId: string): Promise<OrganizationReach> {
  const [row] = await db.query<Pick<OrganizationRow, 'allowed_countries' | 'allowed_number_types'>>(
    selectReach,
    [organizationId],
  );
  if (!row) return { allowedCountries: [], allowedNumberTypes: [] };
  return {
    allowedCountries: await countriesNow(db, organizationId, row.allowed_countries),
    allowedNumberTypes: (row.allowed_number_types as AllowableNumberType[] | null) ?? usualNumberTypes,
  };
}

async function countriesNow(db: Queryable, organizationId: string, set: string[] | null): Promise<string[]> {
  if (set !== null) return effectiveCountries(set, []);
  const rows = await db.query<{ phone_number: string }>(numbers, [organizationId]);
  return effectiveCountries(
    null,
    rows.map(({ phone_number }) => phone_number),
  );
}

async function toOrganization(db: Queryable, row: OrganizationRow): Promise<Organization> {
  return {
    organizationId: row.organization_id,
    name: row.name,
    maxConcurrentCalls: row.max_concurrent_calls,
    allowedCountries: row.allowed_countries,
    allowedNumberTypes: row.allowed_number_types,
    effectiveAllowedCountries: await countriesNow(db, row.organization_id, row.allowed_countries),
    dialing: row.dialing,
    listening: row.listening,
    circuitBreaker: row.circuit_breaker,
    requestsPerSecond: row.requests_per_second,
    abandonChatsAfterSeconds: row.chat_abandon_seconds,
    retention: {
      callsDays: row.calls_days,
      recordingsDays: row.recordings_days,
      chatsDays: row.chats_days,
      runsDays: row.runs_days,
      eventsDays: row.events_days,
      auditDays: row.audit_days,
    },
    eligibilityWebhook: shownWebhook(row.eligibility_webhook),
    rulePacks: row.rule_packs,
    sipHosts: row.sip_hosts,
    frequencyCap:
      row.frequency_calls === null || row.frequency_days === null
        ? null
        : { calls: row.frequency_calls, days: row.frequency_days },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Days that an organization keeps finished records; null: forever. */
interface RetentionDays {
  organizationId: string;
  callsDays: number | null;
  recordingsDays: number | null;
  chatsDays: number | null;
  runsDays: number | null;
}

const wanted = readStatement(
  'organizations.retention',
  `select organization_id as "organizationId", calls_days as "callsDays", recordings_days as "recordingsDays",
     chats_days as "chatsDays", runs_days as "runsDays"
   from organizations where coalesce(calls_days, recordings_days, chats_days, runs_days) is not null
   order by organization_id`,
);

/** Returns the organizations with a retention limit. */
export function organizationsWithRetention(db: Queryable): Promise<RetentionDays[]> {
  return db.query<RetentionDays>(wanted);
}

const callsKept = readStatement(
  'organizations.calls_days',
  'select calls_days as "callsDays" from organizations where organization_id = $1',
);

/** Returns how many days an organization keeps finished calls, or null for forever. */
export async function callsDaysOf(db: Queryable, organizationId: string): Promise<number | null> {
  const [row] = await db.query<Pick<RetentionDays, 'callsDays'>>(callsKept, [organizationId]);
  return row?.callsDays ?? null;
}
