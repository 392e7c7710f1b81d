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
        "What decides that the caller has finished: local: silence of `conversation.endOfTurnMs`; the others: the provider, by silence or by what is said. Interruptions are found by the call's own voice activity in any case",
      ),
    silenceMs: z
      .int()
      .min(100)
      .max(5000)
      .nullable()
      .default(null)
      .describe("Of `server_vad`: so much silence ends a turn; null: the provider's own choice"),
    transcriptionModel: ProviderOwnId.describe(
      "What writes down the caller's words for the record, which the model itself hears; null: the provider's own choice",
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
      .describe("Tokens of one answer at most; null: the provider's own bound"),
  },
};

/** A model that hears and speaks by itself. */
export const SpeechToSpeech = z
  .discriminatedUnion('provider', [z.strictObject(providers.openai)], {
    error: oneOf(Object.keys(providers), 'provider'),
  })
  .refine(({ turnDetection, silenceMs }) => silenceMs === null || turnDetection === 'server_vad', {
    error: 'is only for the turnDetection server_vad',
    path: ['silenceMs'],
  })
  .meta({ id: 'AgentSpeechToSpeech' });
export type SpeechToSpeech = z.output<typeof SpeechToSpeech>;
