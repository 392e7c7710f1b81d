import { z } from 'zod';
import { genders, keyedProviders, keyFieldNames, providers } from '../../conversation/providers/catalog.ts';
import { presetParts, wishes } from '../../conversation/providers/presets/index.ts';
import {
  DateTime,
  FreeObject,
  isLanguage,
  namedPageParameters,
  PageMetadata,
  pageParameters,
} from '../../platform/http/index.ts';

const provider = z.enum(keyedProviders);

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .nullable()
  .describe('The name that agents give as `key`, to choose among several keys of a provider');

const baseUrl = z
  .string()
  .max(500)
  .check((context) => {
    const message = baseUrlProblem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  })
  .nullable()
  .describe("The URL of another service with the provider's protocol; null: the provider's own");

const apiKey = z
  .string()
  .min(1)
  .max(8000)
  .nullable()
  .describe(
    'Write-only: stored encrypted and never returned. vertex: the JSON of a service account. google-cloud: an API key, or that JSON. bedrock with `accessKeyId`: the secret access key. null only with `baseUrl`, for a service without keys',
  );

/** A field becomes part of an address, or of a header. */
const plain = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?$/, { error: 'must be letters, digits and hyphens' })
  .nullable();

/** The further fields. Those that a provider does not take are rejected. */
const details = {
  region: plain.describe(
    'bedrock and polly: the AWS region, such as us-east-1. vertex: the location; null: global. azure-speech: the region, such as westeurope. google-cloud: the location that transcribes; null: global',
  ),
  resource: plain.describe(
    'azure: the name of the resource, as in https://NAME.openai.azure.com. google-cloud with an API key: the id of the project, to transcribe',
  ),
  apiVersion: plain.describe(
    'azure: the version of a deployment-based address, such as 2024-10-21; null: the v1 API',
  ),
  accessKeyId: plain.describe(
    'bedrock and polly: the access key id of an AWS key, with which requests are signed. bedrock, null: `apiKey` is a key of Bedrock',
  ),
} satisfies Record<(typeof keyFieldNames)[number], z.ZodType>;

export const CreateProviderKey = z
  .strictObject({
    provider,
    apiKey: apiKey.default(null),
    baseUrl: baseUrl.default(null),
    name: name.default(null),
    region: details.region.default(null),
    resource: details.resource.default(null),
    apiVersion: details.apiVersion.default(null),
    accessKeyId: details.accessKeyId.default(null),
  })
  .meta({ id: 'CreateProviderKey' });
export type CreateProviderKey = z.output<typeof CreateProviderKey>;

export const ProviderKey = z
  .object({
    providerKeyId: z.string(),
    provider,
    name,
    baseUrl,
    ...details,
    lastFour: z
      .string()
      .nullable()
      .describe('The last characters of the key; null when it is short or missing'),
    createdAt: DateTime,
  })
  .meta({ id: 'ProviderKey' });
export type ProviderKey = z.output<typeof ProviderKey>;

export const ProviderKeyPage = z
  .object({ providerKeys: z.array(ProviderKey), metadata: PageMetadata })
  .meta({ id: 'ProviderKeyPage' });

export const ProviderKeyCheck = z
  .object({
    outcome: z
      .enum(['accepted', 'refused', 'unreachable', 'unknown'])
      .describe(
        'refused: the vendor does not accept the key. unreachable: no answer in 5 s, or a failure of the vendor. unknown: the vendor has no such request, or its answer does not show whether the key works',
      ),
    message: z.string().describe('A sentence to show. It has the words of the vendor, and never the key'),
    tookMs: z.int(),
  })
  .meta({ id: 'ProviderKeyCheck' });

export const ProviderName = z.enum(providers);

const PublishedPrice = z
  .object({
    kind: z.enum(['language-model', 'text-to-speech', 'speech-to-text']),
    model: z.string().nullable().describe('null: every model of the provider'),
    unit: z.enum([
      ...(['input-tokens', 'output-tokens', 'cached-input-tokens', 'cache-write-input-tokens'] as const),
      ...(['characters', 'minutes'] as const),
    ]),
    amount: z.string().describe('US dollars without tax, as decimal text'),
    per: z.int().describe('The number of units that the amount pays for'),
    note: z.string().nullable().describe('The condition of the price'),
    checkedOn: z.iso
      .date()
      .describe('The day on which the page was checked. The price may have changed since'),
    source: z.url().describe('The page with the price'),
  })
  .meta({ id: 'PublishedPrice' });

export const ProviderList = z
  .object({
    providers: z.array(
      z
        .object({
          provider: ProviderName,
          label: z.string().describe('The name for people'),
          kinds: z.array(z.enum(['model', 'voice', 'transcriber', 'speechToSpeech', 'embedding'])),
          isEmbedded: z.boolean().describe('Whether it is part of Parley, and needs no key'),
          languages: z
            .array(z.string())
            .nullable()
            .describe(
              'The only languages in which agents may use it, as primary BCP 47 subtags; null: no limit is known',
            ),
          keys: z
            .array(z.object({ providerKeyId: z.string(), name, baseUrl }))
            .describe('The stored keys of the organization, newest first; at most 1,000 of all providers'),
          keyFields: z
            .array(
              z.object({
                field: z.enum(keyFieldNames),
                isRequired: z.boolean(),
                replacedBy: z.literal('baseUrl').nullable().describe('The field that can be given instead'),
              }),
            )
            .describe('The further fields of a key'),
          prices: z
            .array(PublishedPrice)
            .describe('The published prices that we have read. Of other models the price is not known'),
          needsBaseUrl: z
            .boolean()
            .describe('Whether a key must have a `baseUrl`: the address of your server or of your region'),
        })
        .meta({ id: 'Provider' }),
    ),
  })
  .meta({ id: 'ProviderList' });
export type ProviderList = z.output<typeof ProviderList>;

const language = z
  .string({ error: 'must be given once' })
  .trim()
  .max(35)
  .refine(isLanguage, { error: 'must be a BCP 47 language tag such as en-US' })
  .optional();

const listParameters = {
  ...pageParameters,
  search: namedPageParameters.search.describe(
    'Only items whose id, name or description contains this text, ignoring case',
  ),
  key: z
    .string({ error: 'must be given once' })
    .min(1)
    .max(100)
    .optional()
    .describe(
      'The name of the key to ask with, as an agent gives it; default: the newest key of the provider',
    ),
};

export const ModelQuery = z.object({
  ...listParameters,
  kind: z
    .enum(['model', 'voice', 'transcriber', 'speechToSpeech', 'embedding'])
    .optional()
    .describe('Only models for this part of an agent'),
});
export type ModelQuery = z.output<typeof ModelQuery>;

export const VoiceQuery = z.object({
  ...listParameters,
  language: language.describe(
    'Only voices of this language, such as `pl`. A region is ignored. Voices of unknown languages are kept',
  ),
  model: z
    .string({ error: 'must be given once' })
    .min(1)
    .max(200)
    .optional()
    .describe('Only voices of this model. Voices of which the vendor does not say that are kept'),
  gender: z
    .enum(genders)
    .optional()
    .describe('Only voices that sound so. Voices of which the vendor does not say it are left out'),
});
export type VoiceQuery = z.output<typeof VoiceQuery>;

const languages = z.array(z.string()).nullable().describe('BCP 47; null: the vendor does not say');

/** When a list was read, and why it may be incomplete. */
const listFacts = {
  askedAt: DateTime.nullable().describe(
    'When the vendor was asked. An answer is kept for ten minutes. null: the list is our own',
  ),
  knownOn: z.iso
    .date()
    .nullable()
    .describe('The day on which our own list was made; null: the vendor was asked'),
  truncatedAt: z
    .int()
    .nullable()
    .describe(
      'The vendor lists more items than this number, which were read. An agent may name the others, too. null: the list was read to its end',
    ),
  problem: z
    .object({
      reason: z
        .enum(['no-key', 'no-list', 'failed'])
        .describe(
          'no-key: store a key first. no-list: the vendor has none. failed: the vendor did not answer',
        ),
      message: z.string().describe('A sentence to show. It has the words of the vendor, and never the key'),
    })
    .nullable()
    .describe('Why the list is empty or only our own; null: it is complete'),
  metadata: PageMetadata,
};

export const ProviderModelPage = z
  .object({
    models: z.array(
      z
        .object({
          model: z.string().describe('As an agent names it'),
          name: z.string().nullable().describe('The name for people'),
          kinds: z.array(z.enum(['model', 'voice', 'transcriber', 'speechToSpeech', 'embedding'])),
          languages,
        })
        .meta({ id: 'ProviderModel' }),
    ),
    ...listFacts,
  })
  .meta({ id: 'ProviderModelPage' });
export type ProviderModelPage = z.output<typeof ProviderModelPage>;

export const ProviderVoicePage = z
  .object({
    voices: z.array(
      z
        .object({
          voice: z.string().describe('As an agent names it'),
          name: z.string().nullable().describe('The name for people'),
          detail: z.string().nullable().describe('The gender, the accent or a description'),
          gender: z.enum(genders).nullable().describe('How the voice sounds; null: the vendor does not say'),
          languages,
          models: z.array(z.string()).nullable().describe('null: the vendor does not say'),
        })
        .meta({ id: 'ProviderVoice' }),
    ),
    ...listFacts,
  })
  .meta({ id: 'ProviderVoicePage' });
export type ProviderVoicePage = z.output<typeof ProviderVoicePage>;

const part = z.enum(presetParts);

export const PresetQuery = z.object({
  language: language.describe('The BCP 47 language of the agent, such as `pl`; default: en-US'),
});

export const AgentPresetList = z
  .object({
    presets: z.array(
      z
        .object({
          wish: z.enum(Object.keys(wishes) as [keyof typeof wishes]),
          label: z.string().describe('The wish, for people'),
          configuration: z
            .object({
              model: FreeObject.nullable(),
              voice: FreeObject.nullable(),
              transcriber: FreeObject.nullable(),
            })
            .describe(
              'The fields of an agent. null: no stored key serves this part, and no embedded provider does',
            ),
          choices: z
            .array(
              z.object({
                part,
                provider: ProviderName,
                fact: z
                  .string()
                  .describe('Why this provider was chosen: the words or the price of its vendor'),
                source: z.url().nullable().describe('The page of the fact'),
                checkedOn: z.iso.date().nullable().describe('The day on which the page was checked'),
              }),
            )
            .describe('Where each part of the configuration comes from'),
          missing: z
            .array(
              z.object({
                part,
                providers: z.array(ProviderName).describe('A key of any of these serves the wish'),
                message: z.string().describe('A sentence to show'),
              }),
            )
            .describe('The parts that no stored key serves. Embedded providers may stand in for them'),
        })
        .meta({ id: 'AgentPreset' }),
    ),
    hasEmbeddedTranscriber: z
      .boolean()
      .describe(
        'Whether PocketSphinx is installed on this machine. Without it, an agent without a transcriber reacts to keys alone',
      ),
  })
  .meta({ id: 'AgentPresetList' });
export type AgentPresetList = z.output<typeof AgentPresetList>;

/** Returns what is wrong with a base URL, or null. Egress rules are checked when it is used. */
function baseUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'must begin with https:// or http://';
  }
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or password; use apiKey';
  if (url.search !== '' || url.hash !== '') return 'must end with its path, without ? and #';
  return null;
}
