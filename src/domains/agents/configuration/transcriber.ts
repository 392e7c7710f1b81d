import { z } from 'zod';
import { oneOf } from './one-of.ts';
import { ProviderKeyName, ProviderOwnId } from './provider-fields.ts';

const network = {
  model: ProviderOwnId,
  key: ProviderKeyName,
};

const turns = {
  endpointingMs: z
    .int()
    .min(10)
    .max(5000)
    .nullable()
    .default(null)
    .describe('Silence in milliseconds after which the provider ends an utterance; null: 300'),
  endsTurns: z
    .boolean()
    .default(false)
    .describe(
      "Whether the provider also decides that the caller has finished, in addition to the agent's own turn-taking",
    ),
};

const providers = {
  pocketsphinx: { provider: z.literal('pocketsphinx') },
  deepgram: { provider: z.literal('deepgram'), ...network, ...turns },
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
  .describe('The transcriber to use when the provider fails');

/** The transcriber that turns the caller's speech into text. */
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
