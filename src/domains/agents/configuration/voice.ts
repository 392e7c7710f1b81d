import { z } from 'zod';
import { oneOf } from './one-of.ts';
import { ProviderKeyName, ProviderOwnId } from './provider-fields.ts';

const network = {
  voice: ProviderOwnId,
  model: ProviderOwnId,
  key: ProviderKeyName,
};

const share = z.number().min(0).max(1).optional();
const voiceSettings = z
  .strictObject({
    stability: share,
    similarity_boost: share,
    style: share,
    use_speaker_boost: z.boolean().optional(),
    speed: z.number().min(0.7).max(1.2).optional(),
  })
  .nullable()
  .default(null)
  .describe("Voice settings under the provider's names; null: the voice's own settings");
const instructions = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .nullable()
  .default(null)
  .describe('How to speak, in words. Models that do not follow instructions ignore it');

const providers = {
  flite: {
    provider: z.literal('flite'),
    voice: z
      .enum(['slt', 'rms', 'awb'])
      .nullable()
      .default(null)
      .describe('slt: a woman, rms: a man, both from the United States; awb: a man from Scotland'),
  },
  openai: { provider: z.literal('openai'), ...network, instructions },
  elevenlabs: { provider: z.literal('elevenlabs'), ...network, voiceSettings },
  cartesia: { provider: z.literal('cartesia'), ...network },
  deepgram: { provider: z.literal('deepgram'), ...network },
};
const error = oneOf(Object.keys(providers), 'provider');

const VoiceFallback = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject(providers.flite),
      z.strictObject(providers.openai),
      z.strictObject(providers.elevenlabs),
      z.strictObject(providers.cartesia),
      z.strictObject(providers.deepgram),
    ],
    { error },
  )
  .meta({ id: 'AgentVoiceFallback' });

const fallback = VoiceFallback.nullable().default(null).describe('The voice to use when the provider fails');

/** The voice the agent speaks with. */
export const Voice = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject({ ...providers.flite, fallback }),
      z.strictObject({ ...providers.openai, fallback }),
      z.strictObject({ ...providers.elevenlabs, fallback }),
      z.strictObject({ ...providers.cartesia, fallback }),
      z.strictObject({ ...providers.deepgram, fallback }),
    ],
    { error },
  )
  .meta({ id: 'AgentVoice' });
export type Voice = z.output<typeof Voice>;
