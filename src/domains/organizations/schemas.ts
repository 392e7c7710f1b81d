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
    'Days after its end until a call is deleted with its recording; null: never. At least `frequencyCap.days`',
  ),
  recordingsDays: days(1, "Days after the call's end until its recording is deleted; null: with the call"),
  chatsDays: days(7, 'Days after its end until a chat is deleted; null: never'),
  runsDays: days(7, 'Days after its end until a workflow run is deleted; null: never'),
  eventsDays: days(7, 'Days that events can be read and redelivered; null: forever'),
  auditDays: days(
    30,
    'Days until audit entries are deleted. A checkpoint remains, from which the rest verifies; null: never',
  ),
};

const Retention = z.object(retention).meta({ id: 'Retention' }).describe('How long stored records are kept');

const fields = {
  name: z.string().trim().min(1).max(100),
  maxConcurrentCalls: z
    .int()
    .min(1)
    .max(100_000)
    .describe('Maximum concurrent calls, including inbound calls and second legs of transfers; default 10'),
  allowedCountries: z
    .array(Country)
    .min(1, {
      error: 'must contain a country; null allows those of its own numbers, and `dialing` stops all calls',
    })
    .max(300)
    .transform((codes) => [...new Set(codes)].sort())
    .nullable()
    .describe('Countries that may be called; null: those of its own numbers'),
  allowedNumberTypes: z
    .array(z.enum(allowableNumberTypes))
    .min(1, { error: 'must contain a type; null allows the default ones, and `dialing` stops all calls' })
    .max(allowableNumberTypes.length)
    .transform((types) => [...new Set(types)].sort())
    .nullable()
    .describe(
      'Number types that may be called, by the numbering plans; null: all except personal numbers, pagers and voicemail access. Premium-rate and shared-cost numbers are never dialed, and satellite numbers belong to no country that could be allowed',
    ),
  sipHosts: z
    .array(SipHost)
    .max(100)
    .transform((hosts) => [...new Set(hosts)].sort())
    .describe(
      "Your own SIP hosts, such as a telephone system. Calls may be transferred to addresses without a number there, such as `sip:204@pbx.example`. Names such as `sip:sales@…` may also be called at the host of the call's trunk, and permitted numbers at every host",
    ),
  dialing: z
    .enum(['on', 'off'])
    .describe('`off` stops all outbound calls of the organization within a second'),
  listening: z
    .enum(['on', 'off'])
    .describe('`off`: no member can listen to live calls, and those who do are disconnected within seconds'),
  rulePacks: z
    .array(z.enum(rulePackIds))
    .max(50)
    .transform((ids) => [...new Set(ids)].sort())
    .describe(
      'Packs of calling-hours rules that hold calls until they are allowed in the called region; see `GET /api/rule-packs`',
    ),
  circuitBreaker: CircuitBreaker.describe('When circuits of trunks and campaigns open and hold their calls'),
  frequencyCap: z
    .strictObject({
      calls: z.int().min(1).max(1000).describe('Counts calls that rang, or may have, including retries'),
      days: z.int().min(1).max(365).describe('Of 24 hours each, up to now'),
    })
    .meta({ id: 'FrequencyCap' })
    .nullable()
    .describe(
      'Limits how often one person may be called across all campaigns; further calls wait. null: no limit',
    ),
  eligibilityWebhook: EligibilityWebhookInput.nullable().describe(
    'Asked before each call is dialed, after all other checks; null: no webhook',
  ),
  abandonChatsAfterSeconds: z
    .int()
    .min(60)
    .max(2_592_000)
    .describe('A chat without messages for this many seconds becomes `abandoned`; default: one hour'),
  requestsPerSecond: z.int().min(1).max(100_000).describe('The rate limit of each API key; default 6000'),
};

export const UpdateOrganization = z
  .strictObject({
    ...fields,
    retention: z
      .strictObject(retention)
      .partial()
      .meta({ id: 'UpdateRetention' })
      .describe('How long stored records are kept. Omitted fields stay unchanged'),
  })
  .partial()
  .meta({ id: 'UpdateOrganization' });
export type UpdateOrganization = z.output<typeof UpdateOrganization>;

export const Organization = z
  .object({
    organizationId: z.string(),
    ...fields,
    retention: Retention,
    allowedCountries: z.array(z.string()).nullable().describe('The configured value; null: not set'),
    eligibilityWebhook: EligibilityWebhook.nullable(),
    allowedNumberTypes: z
      .array(z.string())
      .nullable()
      .describe('The configured value; null: the default types'),
    sipHosts: z.array(z.string()).describe('SIP hosts at which addresses without a number may be called'),
    rulePacks: z.array(z.string()).describe('The enabled packs of calling-hours rules'),
    effectiveAllowedCountries: z.array(z.string()).describe('The countries that may be called now'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Organization' });
export type Organization = z.output<typeof Organization>;
