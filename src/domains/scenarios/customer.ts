import { z } from 'zod';

const ringMs = z.int().min(0).max(120_000);

const kinds = {
  answers: z.strictObject({
    kind: z.literal('answers'),
    ringMs: ringMs.default(200).describe('The ringing time before the answer, in milliseconds'),
  }),
  busy: z.strictObject({ kind: z.literal('busy') }),
  'no-answer': z.strictObject({
    kind: z.literal('no-answer'),
    ringMs: ringMs
      .nullable()
      .default(null)
      .describe('The ringing time before the network reports 480; null rings until the caller gives up'),
  }),
  declines: z.strictObject({
    kind: z.literal('declines'),
    ringMs: ringMs.default(200),
    code: z.int().min(400).max(699).default(603).describe('The SIP status'),
  }),
  voicemail: z.strictObject({
    kind: z.literal('voicemail'),
    ringMs: ringMs.default(200),
    greeting: z
      .string()
      .min(1)
      .max(1000)
      .default('You have reached the voicemail of Maya. Please leave a message after the tone.'),
    recordsMs: z
      .int()
      .min(1_000)
      .max(300_000)
      .default(60_000)
      .describe('Hangs up this long after the beep, or after 5 s of silence'),
  }),
  intercept: z.strictObject({
    kind: z.literal('intercept'),
    ringMs: ringMs.default(200),
    announcement: z
      .string()
      .min(1)
      .max(1000)
      .default('The number you have dialed is not in service.')
      .describe('Said after the special information tones'),
  }),
};

/** How a simulated customer treats a call: a name, or a name with settings. */
export const Customer = z
  .union([
    z.enum(['answers', 'busy', 'no-answer', 'declines', 'voicemail', 'intercept']),
    z.discriminatedUnion('kind', [
      kinds.answers,
      kinds.busy,
      kinds['no-answer'],
      kinds.declines,
      kinds.voicemail,
      kinds.intercept,
    ]),
  ])
  .meta({ id: 'ScenarioCustomer' });
export type Customer = z.output<typeof Customer>;
type CustomerSettings = Exclude<Customer, string>;

/** Returns the customer with all settings. */
export function customerSettings(customer: Customer): CustomerSettings {
  return typeof customer === 'string' ? kinds[customer].parse({ kind: customer }) : customer;
}
