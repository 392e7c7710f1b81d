import { z } from 'zod';
import { oneOf } from './one-of.ts';
import { ProviderKeyName, ProviderOwnId } from './provider-fields.ts';

const network = {
  voice: ProviderOwnId,
  model: ProviderOwnId,
  key: ProviderKeyName,
};

const providers = {
  flite: {
    provider: z.literal('flite'),
    voice: z
      .enum(['slt', 'rms', 'awb'])
      .nullable()
      .default(null)
      .describe('slt: a woman, rms: a man, both from the United States; awb: a man from Scotland'),
  },
  openai: { provider: z.literal('openai'), ...network },
  elevenlabs: { provider: z.literal('elevenlabs'), ...network },
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

const fallback = VoiceFallback.nullable().default(null).describe('What speaks when the provider fails');

/** What the agent speaks with. */
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
