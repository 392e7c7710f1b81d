import { z } from 'zod';
import { oneOf } from './one-of.ts';
import { ProviderKeyName, ProviderOwnId } from './provider-fields.ts';

const providers = {
  openai: {
    provider: z.literal('openai'),
    model: ProviderOwnId,
    voice: ProviderOwnId,
    key: ProviderKeyName,
    turnDetection: z
      .enum(['local', 'server_vad', 'semantic_vad'])
      .default('local')
      .describe(
        "What decides that the caller has finished: local: silence of `conversation.endOfTurnMs`; the others: the provider, by silence or by content. Interruptions are always detected by Parley's own voice activity detection",
      ),
    silenceMs: z
      .int()
      .min(100)
      .max(5000)
      .nullable()
      .default(null)
      .describe("Silence that ends a turn with `server_vad`; null: the provider's default"),
    transcriptionModel: ProviderOwnId.describe(
      "The model that transcribes the caller's speech for the record; null: the provider's default",
    ),
    audioFormat: z
      .enum(['pcmu', 'pcm'])
      .nullable()
      .default(null)
      .describe('null: pcmu (G.711) in calls of 8 kHz, else pcm (24 kHz)'),
    maxTokens: z
      .int()
      .min(1)
      .max(4096)
      .nullable()
      .default(null)
      .describe("Maximum tokens of one answer; null: the provider's limit"),
  },
};

/** A model that hears and speaks directly. */
export const SpeechToSpeech = z
  .discriminatedUnion('provider', [z.strictObject(providers.openai)], {
    error: oneOf(Object.keys(providers), 'provider'),
  })
  .refine(({ turnDetection, silenceMs }) => silenceMs === null || turnDetection === 'server_vad', {
    error: 'is only allowed with turnDetection server_vad',
    path: ['silenceMs'],
  })
  .meta({ id: 'AgentSpeechToSpeech' });
export type SpeechToSpeech = z.output<typeof SpeechToSpeech>;
