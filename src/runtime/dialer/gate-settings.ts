import type { StoredEligibilityWebhook } from '../../domains/organizations/index.ts';
import { type Queryable, readStatement } from '../../platform/db/index.ts';
import {
  type AllowableNumberType,
  countryCandidates,
  usualNumberTypes,
} from '../../platform/kernel/index.ts';

/** How often a customer may be called. */
export interface FrequencyCap {
  /** Counts calls that rang or may have rung. */
  calls: number;
  /** Days of 24 hours each, up to now. */
  days: number;
}

/** An organization's settings for the gate. */
export interface GateSettings {
  /** ISO 3166 alpha-2. */
  allowedCountries: readonly string[];
  allowedNumberTypes: readonly AllowableNumberType[];
  /** The calling-hours packs that are switched on. */
  rulePacks: readonly string[];
  /** `null` for no cap. */
  frequencyCap: FrequencyCap | null;
  /** Asked last, before a call is dialed. `null` for none. */
  eligibilityWebhook: StoredEligibilityWebhook | null;
}

// An organization may have thousands of numbers, and each claim asks. A digest shows whether they are known already.
const ownNumbers = (organization: string) =>
  `array(select phone_number from phone_numbers where organization_id = ${organization} order by phone_number_id limit 10000)`;
const digest = (numbers: string) => `encode(sha256(convert_to(${numbers}::text, 'UTF8')), 'hex')`;
const select = readStatement(
  'dialer.gate_settings',
  `select o.allowed_countries,
     case when o.allowed_countries is null then ${digest(ownNumbers('o.organization_id'))} end as numbers_digest, o.rule_packs, o.allowed_number_types, o.frequency_calls, o.frequency_days, o.eligibility_webhook
   from organizations o where o.organization_id = $1`,
);
const selectNumbers = readStatement(
  'dialer.own_numbers',
  `select ${digest('n.numbers')} as digest, n.numbers from (select ${ownNumbers('$1')} as numbers) n`,
);

interface SettingsRow {
  allowed_countries: string[] | null;
  /** `null` when the organization names its countries. */
  numbers_digest: string | null;
  rule_packs: string[];
  allowed_number_types: AllowableNumberType[] | null;
  frequency_calls: number | null;
  frequency_days: number | null;
  eligibility_webhook: StoredEligibilityWebhook | null;
}

const nothingAllowed: GateSettings = {
  allowedCountries: [],
  allowedNumberTypes: [],
  rulePacks: [],
  frequencyCap: null,
  eligibilityWebhook: null,
};

export async function gateSettingsOf(db: Queryable, organizationId: string): Promise<GateSettings> {
  const [row] = await db.query<SettingsRow>(select, [organizationId]);
  if (!row) return nothingAllowed;
  const { frequency_calls: calls, frequency_days: days } = row;
  return {
    allowedCountries:
      row.allowed_countries ?? (await countriesOfNumbers(db, organizationId, row.numbers_digest)),
    allowedNumberTypes: row.allowed_number_types ?? usualNumberTypes,
    rulePacks: row.rule_packs,
    frequencyCap: calls === null || days === null ? null : { calls, days },
    eligibilityWebhook: row.eligibility_webhook,
  };
}

/** Returns which countries and types of numbers an organization may call. */
export async function allowedReachOf(
  db: Queryable,
  organizationId: string,
): Promise<Pick<GateSettings, 'allowedCountries' | 'allowedNumberTypes'>> {
  return gateSettingsOf(db, organizationId);
}

/** By the digest of the numbers. To read 1,000 numbers takes 29 ms of the thread that all calls share. */
const knownCountries = new Map<string, string[]>();
const knownMax = 1000;

async function countriesOfNumbers(
  db: Queryable,
  organizationId: string,
  known: string | null,
): Promise<string[]> {
  const before = known === null ? undefined : knownCountries.get(known);
  if (before) return before;
  const [row] = await db.query<{ digest: string; numbers: string[] }>(selectNumbers, [organizationId]);
  const { digest, numbers } = row!;
  const countries = [...new Set(numbers.flatMap(countryCandidates))];
  const [oldest] = knownCountries.keys();
  if (knownCountries.size >= knownMax && oldest !== undefined) knownCountries.delete(oldest);
  knownCountries.set(digest, countries);
  return countries;
}
