import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { isNumberedCountry } from '../../platform/kernel/index.ts';
import { Circuit } from '../circuits/index.ts';
import { sourceProblem, trunkHostProblem } from './addresses.ts';

const transports = ['udp', 'tcp', 'tls'] as const;
const codecs = ['PCMU', 'PCMA', 'G722', 'OPUS'] as const;
const mediaEncryptions = ['off', 'optional', 'required'] as const;

/** A string that `problemOf` accepts. */
function checked(text: z.ZodString, problemOf: (text: string) => string | null) {
  return text.check((context) => {
    const message = problemOf(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  });
}

/** SIP headers must not contain control characters. */
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
      'null: as the NAPTR and SRV records of `host` say, by priority and weight, else the default port of `transport`',
    ),
  transport: z
    .enum(transports)
    .describe(
      "The SIP transport. With `tls`, the carrier's certificate must be valid for `host` and trusted by this server; the port is usually 5061",
    ),
  username: credential.nullable().describe("The user name for the carrier's authentication"),
  register: z
    .boolean()
    .describe(
      'Whether to register at the carrier as `username`, for carriers that send calls only to registered users. Needs `username` and `password`; `health` shows the result',
    ),
  allowedAddresses: z
    .array(checked(z.string().max(64), sourceProblem))
    .max(200)
    .nullable()
    .describe(
      'IPv4 and IPv6 addresses and CIDRs that may send calls over this trunk; null: the addresses of `host`; empty list: none',
    ),
  maxCallsPerSecond: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .describe('Maximum calls dialed over the trunk per second; others wait (`trunk-limit`). null: no limit'),
  maxConcurrentCalls: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .describe(
      'Maximum concurrent calls over the trunk in both directions. Outbound calls wait (`trunk-limit`); inbound calls are refused (503, or the overflow of the number). null: no limit',
    ),
  codecs: z
    .array(z.enum(codecs))
    .min(1)
    .max(codecs.length)
    .refine((list) => new Set(list).size === list.length, { error: 'must not contain a codec twice' })
    .describe(
      'In order of preference. G722 and OPUS carry twice the audio bandwidth of the others. OPUS tolerates loss best and needs about half the bit rate, but more CPU',
    ),
  mediaEncryption: z
    .enum(mediaEncryptions)
    .describe(
      'Encrypted audio (SRTP) with keys in the session description. `off`: none; `optional`: keys are offered with plain audio, and encrypted offers are accepted; `required`: calls without keys are refused. The keys are only as secret as the signaling: use `tls`',
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
        "The country whose numbers may be dialed without a country code; null: that of the call's number",
      ),
    exitCodes: prefixes('Prefixes of international numbers; empty: those of the country, such as 011 or 00'),
    linePrefixes: prefixes('Prefixes for an outside line, such as 9 at a telephone system; empty: none'),
  })
  .meta({ id: 'DialPlan' })
  .describe(
    'How the trunk interprets dialed digits. SIP transfer destinations are judged as the numbers it makes of them. Replaced as a whole: omitted fields get their default',
  );

const acceptTransfers = z
  .boolean()
  .describe(
    'Whether the other party may transfer the call (REFER). The named number is called over this trunk if the organization may call it, and the conversation continues with the new party. false: such requests are refused (603)',
  );

const optionsIntervalSeconds = z
  .int()
  .min(10)
  .max(3600)
  .nullable()
  .describe(
    'Interval of OPTIONS probes; null: the carrier is only probed after an unanswered INVITE, until it responds',
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
      .describe('Calls over a trunk that is down are held; `unknown`: not probed within the last minute'),
    reason: z.string().nullable().describe('Why it is down, or why it may refuse calls although it answers'),
    peerCodecs: z
      .array(z.string())
      .nullable()
      .describe(
        'The audio codecs that its last answer to OPTIONS lists, such as `PCMU` or `G729`; null: it lists none, and only a call shows them',
      ),
    audioProblem: z
      .string()
      .nullable()
      .describe(
        'Why the last call over the trunk found no audio in common with the carrier (488, 606, or an answer without a common codec); null: it found some',
      ),
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
        country: z.string().nullable().describe("The configured value; null: that of the call's number"),
        exitCodes: z.array(z.string()),
        linePrefixes: z.array(z.string()),
      })
      .describe('How the trunk interprets dialed digits'),
    health: TrunkHealth,
    circuit: Circuit.describe("Opens when too many attempts fail, and then holds the trunk's calls"),
    hasPassword: z.boolean().describe('Whether a password is stored'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Trunk' });
export type Trunk = z.output<typeof Trunk>;

export const TrunkPage = z
  .object({ trunks: z.array(Trunk), metadata: PageMetadata })
  .meta({ id: 'TrunkPage' });
