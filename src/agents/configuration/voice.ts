import { z } from 'zod';
import { BaseUrl, oneOf } from './base-url.ts';

const network = {
  voice: z
    .string()
    .min(1)
    .max(128)
    .nullable()
    .default(null)
    .describe("One of the provider's voices by its id; null: its own choice"),
  model: z.string().min(1).max(128).nullable().default(null).describe("null: the provider's own choice"),
  baseUrl: BaseUrl,
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
