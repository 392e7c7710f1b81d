import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { e164Problem, isE164, isNumberedCountry } from '../../platform/kernel/index.ts';
import { refusalReasons } from './refusal.ts';

const vendor = z.enum(['twilio', 'telnyx']);
const name = z.string().trim().min(1).max(100);
const phoneNumber = z
  .string()
  .refine(isE164, { error: e164Problem })
  .meta({ pattern: '^\\+[1-9]\\d{1,14}$' });

const apiKeySid = z
  .string()
  .regex(/^SK[0-9a-fA-F]{32}$/, { error: 'must be SK and 32 hexadecimal digits' })
  .nullable()
  .default(null)
  .describe('Twilio only: the SID of an API key; null: `secret` is the auth token of the account');
const secret = z
  .string()
  .trim()
  .min(8)
  .max(256)
  .regex(/^[\x21-\x7e]*$/, { error: 'must be printable ASCII without white space' })
  .describe(
    'Write-only, stored encrypted. Twilio: the secret of the API key, or the auth token. Telnyx: the API key',
  );

export const CreateCarrierConnection = z
  .strictObject({
    vendor,
    name: name.nullable().default(null).describe('null: the name of the vendor'),
    accountSid: z
      .string()
      .regex(/^AC[0-9a-fA-F]{32}$/, { error: 'must be AC and 32 hexadecimal digits' })
      .nullable()
      .default(null)
      .describe("Twilio only: the SID of the account, on the first page of Twilio's console"),
    apiKeySid,
    secret,
    sipAddress: z
      .string()
      .trim()
      .max(260)
      .nullable()
      .default(null)
      .describe(
        'Where the vendor sends calls, such as 203.0.113.7:5060; null: `PARLEY_PUBLIC_ADDRESS` and the SIP port of this server',
      ),
  })
  .meta({ id: 'CreateCarrierConnection' });
export type CreateCarrierConnection = z.output<typeof CreateCarrierConnection>;

export const ReplaceCarrierKey = z.strictObject({ apiKeySid, secret }).meta({ id: 'ReplaceCarrierKey' });
export type ReplaceCarrierKey = z.output<typeof ReplaceCarrierKey>;

export const ConnectCarrier = z
  .strictObject({
    numbers: z
      .array(
        z.strictObject({
          phoneNumber,
          buy: z
            .strictObject({
              monthlyPrice: z
                .string()
                .max(20)
                .nullable()
                .describe('As listed. When the price is another by then, nothing is bought'),
            })
            .nullable()
            .default(null)
            .describe('Confirms that the number may be bought; null: the account has the number already'),
        }),
      )
      .min(1)
      .max(20)
      .refine((all) => new Set(all.map((one) => one.phoneNumber)).size === all.length, {
        error: 'must not contain a number twice',
      }),
    inboundAgentId: z
      .string()
      .nullable()
      .default(null)
      .describe('The agent that answers calls to numbers that are new here; null: they are refused'),
  })
  .meta({ id: 'ConnectCarrier' });
export type ConnectCarrier = z.output<typeof ConnectCarrier>;

export const DisconnectCarrier = z
  .strictObject({
    releaseNumbers: z
      .boolean()
      .default(false)
      .describe(
        'Whether numbers that this connection bought are given back for good; false: the account keeps them',
      ),
  })
  .meta({ id: 'DisconnectCarrier' });
export type DisconnectCarrier = z.output<typeof DisconnectCarrier>;

export const stepKinds = [
  ...(['credential-list', 'credential', 'vendor-trunk', 'origination', 'credential-mapping'] as const),
  ...(['voice-profile', 'vendor-connection', 'vendor-address'] as const),
  ...(['trunk', 'buy', 'assign', 'number'] as const),
] as const;
export type StepKind = (typeof stepKinds)[number];

export const CarrierStep = z
  .object({
    kind: z
      .enum(stepKinds)
      .describe(
        '`trunk` and `number` are resources of Parley; the others are made in the account at the vendor',
      ),
    phoneNumber: z.string().nullable(),
    state: z
      .enum(['waiting', 'sent', 'done', 'undone', 'kept'])
      .describe(
        '`sent`: its request may have arrived, which is looked up before another is sent; `kept`: a bought number that stays in the account, or what was changed by others since',
      ),
    id: z.string().nullable().describe('The id of what was made, here or at the vendor'),
    before: z.string().nullable().describe('What a number was assigned to before, which undoing restores'),
    monthlyPrice: z.string().nullable().describe('The confirmed price of a bought number'),
    at: DateTime.nullable().describe('When the state last changed'),
  })
  .meta({ id: 'CarrierStep' });
export type CarrierStep = z.output<typeof CarrierStep>;

export const CarrierProblem = z
  .object({
    reason: z.enum(refusalReasons),
    message: z.string().describe('What is wrong and what to do'),
    vendorMessage: z.string().nullable().describe('The words of the vendor'),
    kind: z.enum(stepKinds).nullable(),
    phoneNumber: z.string().nullable(),
  })
  .meta({ id: 'CarrierProblem' });
export type CarrierProblem = z.output<typeof CarrierProblem>;

export const CarrierConnection = z
  .object({
    carrierConnectionId: z.string(),
    vendor,
    name,
    accountSid: z.string().nullable(),
    apiKeySid: z.string().nullable(),
    lastFour: z.string().nullable().describe('The last characters of the secret'),
    sipAddress: z.string(),
    state: z
      .enum(['ready', 'connecting', 'connected', 'disconnecting'])
      .describe('`ready`: the key was accepted, and nothing is connected'),
    problem: CarrierProblem.nullable().describe('Why the run stopped; resume it, or disconnect'),
    trunkId: z.string().nullable().describe('The trunk that was made here'),
    inboundAgentId: z.string().nullable(),
    steps: z
      .array(CarrierStep)
      .describe('In the order in which they are made; undone from the last to the first'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'CarrierConnection' });
export type CarrierConnection = z.output<typeof CarrierConnection>;
export type Vendor = CarrierConnection['vendor'];

export const CarrierConnectionPage = z
  .object({ carrierConnections: z.array(CarrierConnection), metadata: PageMetadata })
  .meta({ id: 'CarrierConnectionPage' });

const country = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine(isNumberedCountry, { error: 'must be the ISO 3166 alpha-2 code of a country, such as US' })
  .meta({ type: 'string', minLength: 2, maxLength: 2 });

export const CarrierNumberQuery = z.object({
  country: country.optional().describe('Lists numbers on sale in this country, too'),
  areaCode: z
    .string()
    .regex(/^\d{1,6}$/, { error: 'must be 1 to 6 digits' })
    .optional()
    .describe('Only numbers on sale with this area code'),
});
export type CarrierNumberQuery = z.output<typeof CarrierNumberQuery>;

export const CarrierNumberList = z
  .object({
    owned: z
      .array(
        z.object({
          phoneNumber: z.string(),
          usedBy: z.string().nullable().describe('What it is assigned to at the vendor; null: nothing'),
          isHere: z.boolean().describe('Whether it is a phone number of this organization'),
        }),
      )
      .describe('The numbers of the account, at most 2,000'),
    available: z
      .array(
        z.object({
          phoneNumber: z.string(),
          place: z.string().nullable(),
          monthlyPrice: z.string().nullable(),
          setupPrice: z.string().nullable(),
          currency: z.string().nullable(),
          needsDocuments: z
            .boolean()
            .describe(
              "Whether the vendor asks for an address or papers first. Buy it in the vendor's console then",
            ),
        }),
      )
      .describe('Numbers on sale, at most 30; empty without `country`'),
  })
  .meta({ id: 'CarrierNumberList' });
export type CarrierNumberList = z.output<typeof CarrierNumberList>;
