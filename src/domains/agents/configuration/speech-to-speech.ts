import { z } from 'zod';
import { oneOf } from './one-of.ts';
import { ProviderKeyName, ProviderOwnId } from './provider-fields.ts';

const whatEndsTurns =
  "What decides that the caller has finished: local: silence of `conversation.endOfTurnMs`; the others: the provider, by silence or by content. Interruptions are always detected by Parley's own voice activity detection";

const maxTokens = z
  .int()
  .min(1)
  .max(4096)
  .nullable()
  .default(null)
  .describe("Maximum tokens of one answer; null: the provider's limit");

/** The settings of services that speak the Realtime protocol. */
const realtime = {
  silenceMs: z
    .int()
    .min(100)
    .max(5000)
    .nullable()
    .default(null)
    .describe(
      "Silence that ends a turn with `server_vad`, or with one of Azure's other ways; null: the provider's default",
    ),
  transcriptionModel: ProviderOwnId.describe(
    "The model that transcribes the caller's speech for the record; null: the provider's default",
  ),
  audioFormat: z
    .enum(['pcmu', 'pcm'])
    .nullable()
    .default(null)
    .describe('null: pcmu (G.711) in calls of 8 kHz, else pcm (24 kHz)'),
  maxTokens,
};

const providers = {
  openai: {
    provider: z.literal('openai'),
    model: ProviderOwnId,
    voice: ProviderOwnId,
    key: ProviderKeyName,
    turnDetection: z.enum(['local', 'server_vad', 'semantic_vad']).default('local').describe(whatEndsTurns),
    ...realtime,
  },
  azure: {
    provider: z.literal('azure'),
    model: ProviderOwnId,
    voice: ProviderOwnId,
    key: ProviderKeyName,
    turnDetection: z
      .enum(['local', 'server_vad', 'azure_semantic_vad', 'azure_semantic_vad_multilingual'])
      .default('local')
      .describe(whatEndsTurns),
    ...realtime,
  },
  google: {
    provider: z.literal('google'),
    model: ProviderOwnId,
    voice: ProviderOwnId,
    key: ProviderKeyName,
    maxTokens,
  },
};

/** The ways of ending turns without a silence of their own. */
const withoutSilence: ReadonlySet<string> = new Set(['local', 'semantic_vad']);

/** A model that hears and speaks directly. */
export const SpeechToSpeech = z
  .discriminatedUnion(
    'provider',
    [z.strictObject(providers.openai), z.strictObject(providers.azure), z.strictObject(providers.google)],
    {
      error: oneOf(Object.keys(providers), 'provider'),
    },
  )
  .refine(
    (settings) =>
      settings.provider === 'google' ||
      settings.silenceMs === null ||
      !withoutSilence.has(settings.turnDetection),
    {
      error: 'is only allowed with turnDetection server_vad, or another that ends turns by silence',
      path: ['silenceMs'],
    },
  )
  .meta({ id: 'AgentSpeechToSpeech' });
export type SpeechToSpeech = z.output<typeof SpeechToSpeech>;
