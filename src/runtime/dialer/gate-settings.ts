import type { StoredEligibilityWebhook } from '../../domains/organizations/index.ts';
import { type Queryable, statement } from '../../platform/db/index.ts';
import {
  type AllowableNumberType,
  countryCandidates,
  usualNumberTypes,
} from '../../platform/kernel/index.ts';

/** How often a person may be called. */
export interface FrequencyCap {
  /** Calls that rang, or may have. */
  calls: number;
  /** Of 24 hours each, up to now. */
  days: number;
}

/** What an organization has set for the gate. */
export interface GateSettings {
  /** ISO 3166 alpha-2. */
  allowedCountries: readonly string[];
  allowedNumberTypes: readonly AllowableNumberType[];
  /** Packs of calling-hours rules that are switched on. */
  rulePacks: readonly string[];
  /** How often a person may be called; null: as often as there are calls. */
  frequencyCap: FrequencyCap | null;
  /** What is asked last, before a call is dialed; null: nobody. */
  eligibilityWebhook: StoredEligibilityWebhook | null;
}

// An organization may have thousands of numbers, and each claim asks: they are only told where they are not known by this.
const ownNumbers = (organization: string) =>
  `array(select phone_number from phone_numbers where organization_id = ${organization} order by phone_number_id limit 10000)`;
const digest = (numbers: string) => `encode(sha256(convert_to(${numbers}::text, 'UTF8')), 'hex')`;
const select = statement(
  'dialer.gate_settings',
  `select o.allowed_countries,
     case when o.allowed_countries is null then ${digest(ownNumbers('o.organization_id'))} end as numbers_digest, o.rule_packs, o.allowed_number_types, o.frequency_calls, o.frequency_days, o.eligibility_webhook
   from organizations o where o.organization_id = $1`,
);
const selectNumbers = statement(
  'dialer.own_numbers',
  `select ${digest('n.numbers')} as digest, n.numbers from (select ${ownNumbers('$1')} as numbers) n`,
);

interface SettingsRow {
  allowed_countries: string[] | null;
  /** Null where the organization names its countries. */
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

/** What an organization may call: the countries that it names, else those of its own numbers; and the types of numbers. */
export async function allowedReachOf(
  db: Queryable,
  organizationId: string,
): Promise<Pick<GateSettings, 'allowedCountries' | 'allowedNumberTypes'>> {
  return gateSettingsOf(db, organizationId);
}

/** By the digest of the numbers: to read 1,000 of them takes 29 ms of the thread that all calls share. */
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
