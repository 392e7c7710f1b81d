import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { isNumberedCountry } from '../../platform/kernel/index.ts';
import { Circuit } from '../circuits/index.ts';
import { sourceProblem, trunkHostProblem } from './addresses.ts';

const transports = ['udp', 'tcp', 'tls'] as const;
const codecs = ['PCMU', 'PCMA', 'G722', 'OPUS'] as const;
const mediaEncryptions = ['off', 'optional', 'required'] as const;

/** A string that `problemOf` finds nothing wrong with. */
function checked(text: z.ZodString, problemOf: (text: string) => string | null) {
  return text.check((context) => {
    const message = problemOf(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  });
}

/** What goes into a SIP header has no control characters. */
const credential = z
  .string()
  .min(1)
  .max(256)
  .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' });

const fields = {
  name: z.string().trim().min(1).max(100),
  host: checked(z.string().toLowerCase(), trunkHostProblem)
    .meta({ maxLength: 253 })
    .describe("The carrier's host name, IPv4 or IPv6 address, without scheme and port"),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .nullable()
    .describe(
      'null: where the NAPTR and SRV records of `host` say, by their priorities and weights; without such records the usual port of `transport`',
    ),
  transport: z
    .enum(transports)
    .describe(
      'What carries SIP to the carrier; over `tls` its certificate has to be for `host`, by an authority that this server trusts, and its port is usually 5061',
    ),
  username: credential.nullable().describe('What the carrier knows us by when it asks for credentials'),
  register: z
    .boolean()
    .describe(
      'Whether to register at the carrier as `username`, for carriers that send calls only to who is registered; needs `username` and `password`, and `health` says whether it succeeded',
    ),
  allowedAddresses: z
    .array(checked(z.string().max(64), sourceProblem))
    .max(200)
    .nullable()
    .describe(
      'IPv4 and IPv6 addresses and CIDRs that may send calls over this trunk; null: what `host` resolves to; an empty list: none',
    ),
  maxCallsPerSecond: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .describe(
      'Calls placed over the trunk in any one second at most; the others wait (`trunk-limit`); null: no limit of its own',
    ),
  maxConcurrentCalls: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .describe(
      'Calls over the trunk at the same time at most, in both directions: placed ones wait (`trunk-limit`), received ones are refused (503, or the overflow of the number); null: no limit of its own',
    ),
  codecs: z
    .array(z.enum(codecs))
    .min(1)
    .max(codecs.length)
    .refine((list) => new Set(list).size === list.length, { error: 'must not name a codec twice' })
    .describe(
      'In the order of preference; G722 and OPUS carry twice the bandwidth of the others, and OPUS takes loss best at about half of their bits, for more work of this server',
    ),
  mediaEncryption: z
    .enum(mediaEncryptions)
    .describe(
      'Encrypted audio (SRTP) with keys in the session description. `off`: none; `optional`: keys are offered with plain audio, and an encrypted offer is taken; `required`: a call without keys is refused. The keys are as secret as the signalling: use `tls`',
    ),
};

const prefixes = (words: string) =>
  z
    .array(z.string().regex(/^[0-9]{1,8}$/, { error: 'must be 1 to 8 digits' }))
    .max(10)
    .transform((list) => [...new Set(list)])
    .default([])
    .describe(words);

const dialPlan = z
  .strictObject({
    country: z
      .string()
      .transform((code) => code.toUpperCase())
      .refine(isNumberedCountry, {
        error: 'must be the ISO 3166 alpha-2 code of a country with telephone numbers, such as US',
      })
      .meta({ type: 'string', minLength: 2, maxLength: 2 })
      .nullable()
      .default(null)
      .describe(
        'The country whose numbers are dialed without a country code; null: that of the number that the call is on',
      ),
    exitCodes: prefixes(
      'Digits that open an international number; empty: those of the country, such as 011 or 00',
    ),
    linePrefixes: prefixes('Digits that open an outside line, such as 9 at a telephone system; empty: none'),
  })
  .meta({ id: 'DialPlan' })
  .describe(
    'How the trunk reads dialed digits. SIP addresses that calls are put through to are judged as the numbers that it makes of them. Given as a whole: what is left out has its default',
  );

const acceptTransfers = z
  .boolean()
  .describe(
    'Whether the other side of a call may put us through to somebody else (REFER): the number that it names is called over this trunk, if the organization may call it, and the conversation goes on with whoever answers. false: such a request is refused (603)',
  );

const optionsIntervalSeconds = z
  .int()
  .min(10)
  .max(3600)
  .nullable()
  .describe(
    'How often the carrier is asked by OPTIONS whether it is there; null: only after an INVITE that nobody answered, until it answers again',
  );

const password = credential
  .nullable()
  .describe('Write-only: stored encrypted and never returned; null removes it');

export const CreateTrunk = z
  .strictObject({
    ...fields,
    port: fields.port.default(5060),
    transport: fields.transport.default('udp'),
    username: fields.username.default(null),
    password: password.default(null),
    register: fields.register.default(false),
    allowedAddresses: fields.allowedAddresses.default(null),
    maxCallsPerSecond: fields.maxCallsPerSecond.default(null),
    maxConcurrentCalls: fields.maxConcurrentCalls.default(null),
    codecs: fields.codecs.default(['PCMU', 'PCMA']),
    mediaEncryption: fields.mediaEncryption.default('off'),
    optionsIntervalSeconds: optionsIntervalSeconds.default(null),
    acceptTransfers: acceptTransfers.default(false),
    dialPlan: dialPlan.prefault({}),
  })
  .meta({ id: 'CreateTrunk' });
export type CreateTrunk = z.output<typeof CreateTrunk>;

export const UpdateTrunk = z
  .strictObject({ ...fields, optionsIntervalSeconds, acceptTransfers, dialPlan, password })
  .partial()
  .meta({ id: 'UpdateTrunk' });
export type UpdateTrunk = z.output<typeof UpdateTrunk>;

export const TrunkHealth = z
  .object({
    status: z
      .enum(['up', 'down', 'unknown'])
      .describe('Calls through a trunk that is down are held; `unknown`: not looked at in the last minute'),
    reason: z.string().nullable().describe('Why it is down'),
    since: DateTime.nullable(),
    checkedAt: DateTime.nullable(),
  })
  .meta({ id: 'TrunkHealth' });
export type TrunkHealth = z.output<typeof TrunkHealth>;

export const Trunk = z
  .object({
    trunkId: z.string(),
    ...fields,
    optionsIntervalSeconds,
    acceptTransfers,
    dialPlan: z
      .object({
        country: z.string().nullable().describe('As it was set; null: that of the number that a call is on'),
        exitCodes: z.array(z.string()),
        linePrefixes: z.array(z.string()),
      })
      .describe('How the trunk reads dialed digits'),
    health: TrunkHealth,
    circuit: Circuit.describe('Opens when too many of its attempts fail; its calls are held then'),
    hasPassword: z.boolean().describe('Whether a password is stored'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Trunk' });
export type Trunk = z.output<typeof Trunk>;

export const TrunkPage = z
  .object({ trunks: z.array(Trunk), metadata: PageMetadata })
  .meta({ id: 'TrunkPage' });
