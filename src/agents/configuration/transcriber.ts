import { z } from 'zod';
import { BaseUrl, oneOf } from './base-url.ts';

const network = {
  model: z.string().min(1).max(128).nullable().default(null).describe("null: the provider's own choice"),
  baseUrl: BaseUrl,
};

const providers = {
  pocketsphinx: { provider: z.literal('pocketsphinx') },
  deepgram: { provider: z.literal('deepgram'), ...network },
  openai: { provider: z.literal('openai'), ...network },
};
const error = oneOf(Object.keys(providers), 'provider');

const TranscriberFallback = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject(providers.pocketsphinx),
      z.strictObject(providers.deepgram),
      z.strictObject(providers.openai),
    ],
    { error },
  )
  .meta({ id: 'AgentTranscriberFallback' });

const fallback = TranscriberFallback.nullable()
  .default(null)
  .describe('What listens when the provider fails');

/** What understands the caller. */
export const Transcriber = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject({ ...providers.pocketsphinx, fallback }),
      z.strictObject({ ...providers.deepgram, fallback }),
      z.strictObject({ ...providers.openai, fallback }),
    ],
    { error },
  )
  .meta({ id: 'AgentTranscriber' });
export type Transcriber = z.output<typeof Transcriber>;
