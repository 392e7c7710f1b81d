import { type Queryable, statement } from '../db/index.ts';
import {
  type AllowableNumberType,
  countryCandidates,
  describePhoneNumber,
  usualNumberTypes,
} from '../kernel/index.ts';
import type { StoredEligibilityWebhook } from '../organizations/index.ts';
import type { FrequencyCap } from './gate/frequency.ts';

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

const select = statement(
  'dialer.gate_settings',
  `select o.allowed_countries, case when o.allowed_countries is null then
     array(select phone_number from phone_numbers where organization_id = o.organization_id limit 10000)
   end as phone_numbers, o.rule_packs, o.allowed_number_types, o.frequency_calls, o.frequency_days, o.eligibility_webhook
   from organizations o where o.organization_id = $1`,
);

interface SettingsRow {
  allowed_countries: string[] | null;
  phone_numbers: string[] | null;
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
    allowedCountries: countriesOf(row),
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

function countriesOf({ allowed_countries, phone_numbers }: SettingsRow): string[] {
  if (allowed_countries) return allowed_countries;
  const countries = (phone_numbers ?? []).flatMap((e164) => {
    const { country } = describePhoneNumber(e164);
    return country === null ? countryCandidates(e164) : [country];
  });
  return [...new Set(countries)];
}
