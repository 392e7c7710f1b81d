import { z } from 'zod';
import { DateTime } from '../../platform/http/index.ts';
import { allowableNumberTypes, hostProblem } from '../../platform/kernel/index.ts';
import { CircuitBreaker } from '../circuits/index.ts';
import { rulePackIds } from '../rules/index.ts';
import { isCountry } from './countries.ts';
import { EligibilityWebhook, EligibilityWebhookInput } from './eligibility-webhook.ts';

const Country = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine(isCountry, {
    error: 'must be the ISO 3166 alpha-2 code of a country with telephone numbers, such as US',
  })
  .meta({ type: 'string', minLength: 2, maxLength: 2 });

const SipHost = z
  .string()
  .toLowerCase()
  .check((context) => {
    const message = hostProblem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  })
  .meta({ maxLength: 253 });

const days = (min: number, words: string) => z.int().min(min).max(3650).nullable().describe(words);

const retention = {
  callsDays: days(
    7,
    'Calls are removed so many days after their end, with their recordings; null: never. Not less than `frequencyCap.days`',
  ),
  recordingsDays: days(
    1,
    'Recordings are removed so many days after the end of their calls; null: with them',
  ),
  chatsDays: days(7, 'Chats are removed so many days after their end; null: never'),
  runsDays: days(7, 'Runs of workflows are removed so many days after their end; null: never'),
  eventsDays: days(7, 'Events can be read, and sent again, for so many days; null: for ever'),
  auditDays: days(
    30,
    'Entries of the audit log are removed after so many days, and a checkpoint kept from which the rest verifies; null: never',
  ),
};

const Retention = z
  .object(retention)
  .meta({ id: 'Retention' })
  .describe('For how long what has been written is kept');

const fields = {
  name: z.string().trim().min(1).max(100),
  maxConcurrentCalls: z
    .int()
    .min(1)
    .max(100_000)
    .describe('Calls at one time, inbound ones and second legs of transfers among them; 10 unless set'),
  allowedCountries: z
    .array(Country)
    .min(1, {
      error: 'must name a country; null allows those of its own numbers, and `dialing` stops all calls',
    })
    .max(300)
    .transform((codes) => [...new Set(codes)].sort())
    .nullable()
    .describe('Where calls may be placed to; null: the countries of its own numbers'),
  allowedNumberTypes: z
    .array(z.enum(allowableNumberTypes))
    .min(1, { error: 'must name a type; null allows the usual ones, and `dialing` stops all calls' })
    .max(allowableNumberTypes.length)
    .transform((types) => [...new Set(types)].sort())
    .nullable()
    .describe(
      'Types of numbers that may be called, by the numbering plans; null: all but personal numbers, pagers and mailboxes. Premium-rate and shared-cost numbers are never dialed, and satellite ones belong to no country that could be allowed',
    ),
  sipHosts: z
    .array(SipHost)
    .max(100)
    .transform((hosts) => [...new Set(hosts)].sort())
    .describe(
      "Hosts of your own, such as a telephone system: calls are put through to addresses there that hold no number, such as `sip:204@pbx.example`. Names such as `sip:sales@…` are also called at the host of the call's trunk, and numbers at every host, as far as they may be called",
    ),
  dialing: z
    .enum(['on', 'off'])
    .describe('`off` stops all outbound calls of the organization within a second'),
  rulePacks: z
    .array(z.enum(rulePackIds))
    .max(50)
    .transform((ids) => [...new Set(ids)].sort())
    .describe(
      'Packs of calling-hours rules that hold calls until it is time where the number is; see `GET /api/rule-packs`',
    ),
  circuitBreaker: CircuitBreaker.describe(
    'When the circuits of trunks and campaigns open, which hold their calls',
  ),
  frequencyCap: z
    .strictObject({
      calls: z.int().min(1).max(1000).describe('Calls that rang, or may have; retries count too'),
      days: z.int().min(1).max(365).describe('Of 24 hours each, up to now'),
    })
    .meta({ id: 'FrequencyCap' })
    .nullable()
    .describe('How often one person may be called over all campaigns; further calls wait. null: no such cap'),
  eligibilityWebhook: EligibilityWebhookInput.nullable().describe(
    'Asked before each call of the organization is dialed, when everything else allows it; null: nobody is asked',
  ),
  abandonChatsAfterSeconds: z
    .int()
    .min(60)
    .max(2_592_000)
    .describe('A chat in which nobody has written for so long becomes `abandoned`; an hour unless set'),
  requestsPerSecond: z.int().min(1).max(100_000).describe('The rate limit of each API key; 6000 unless set'),
};

export const UpdateOrganization = z
  .strictObject({
    ...fields,
    retention: z
      .strictObject(retention)
      .partial()
      .meta({ id: 'UpdateRetention' })
      .describe('For how long what has been written is kept; what is left out stays as it is'),
  })
  .partial()
  .meta({ id: 'UpdateOrganization' });
export type UpdateOrganization = z.output<typeof UpdateOrganization>;

export const Organization = z
  .object({
    organizationId: z.string(),
    ...fields,
    retention: Retention,
    allowedCountries: z.array(z.string()).nullable().describe('As it was set; null: not set'),
    eligibilityWebhook: EligibilityWebhook.nullable(),
    allowedNumberTypes: z.array(z.string()).nullable().describe('As it was set; null: the usual ones'),
    sipHosts: z.array(z.string()).describe('Hosts at which addresses are called that hold no number'),
    rulePacks: z.array(z.string()).describe('Packs of calling-hours rules that are switched on'),
    effectiveAllowedCountries: z.array(z.string()).describe('Where calls may be placed to as things are now'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Organization' });
export type Organization = z.output<typeof Organization>;
