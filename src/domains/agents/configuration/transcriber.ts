import { z } from 'zod';
import { isFlux } from '../../../conversation/providers/catalog.ts';
import { fallbackFields, inAgreement } from './fallbacks.ts';
import { oneOf } from './one-of.ts';
import { ProviderKeyName, ProviderOwnId } from './provider-fields.ts';

const network = {
  model: ProviderOwnId,
  key: ProviderKeyName,
};

/** The settings of Nova and older models of Deepgram. */
const novaTurns = {
  endpointingMs: z
    .int()
    .min(10)
    .max(5000)
    .nullable()
    .default(null)
    .describe(
      'Silence in milliseconds after which the provider ends an utterance; null: 300. Not for Flux models',
    ),
  endsTurns: z
    .boolean()
    .default(false)
    .describe(
      "Whether the provider also decides that the caller has finished, in addition to the agent's own turn-taking. Flux models always do",
    ),
};

/** The settings of Deepgram's Flux models, which judge whether the caller has finished. */
const fluxTurns = {
  endOfTurnThreshold: z
    .number()
    .min(0.5)
    .max(0.9)
    .nullable()
    .default(null)
    .describe(
      'Flux models: the confidence with which the caller has finished; null: 0.7. Higher values wait longer and interrupt less',
    ),
  likelyEndOfTurnThreshold: z
    .number()
    .min(0.3)
    .max(0.9)
    .nullable()
    .default(null)
    .describe(
      'Flux models: the confidence with which the caller has probably finished, at most `endOfTurnThreshold`; null: the provider does not report it',
    ),
  endOfTurnTimeoutMs: z
    .int()
    .min(500)
    .max(10_000)
    .nullable()
    .default(null)
    .describe('Flux models: silence in milliseconds that ends the turn whatever the confidence; null: 1500'),
};
/** The provider's own `endOfTurnThreshold`. */
const endOfTurnThresholdDefault = 0.7;

/** Whether the provider judges the end of a turn, with the provider's usual answer. */
const endsTurns = (usually: boolean, how: string) => ({
  endsTurns: z
    .boolean()
    .default(usually)
    .describe(`Whether the provider decides that the caller has finished, ${how}`),
});

const providers = {
  pocketsphinx: { provider: z.literal('pocketsphinx') },
  deepgram: { provider: z.literal('deepgram'), ...network, ...novaTurns, ...fluxTurns },
  openai: { provider: z.literal('openai'), ...network },
  elevenlabs: { provider: z.literal('elevenlabs'), ...network },
  assemblyai: {
    provider: z.literal('assemblyai'),
    ...network,
    ...endsTurns(true, 'by words and silence'),
    endOfTurnTimeoutMs: z
      .int()
      .min(500)
      .max(10_000)
      .nullable()
      .default(null)
      .describe("Silence in milliseconds that ends the turn whatever the words; null: the model's own"),
  },
  soniox: { provider: z.literal('soniox'), ...network, ...endsTurns(true, 'by words and voice') },
  speechmatics: {
    provider: z.literal('speechmatics'),
    ...network,
    ...endsTurns(false, 'after half a second without words'),
  },
  gladia: { provider: z.literal('gladia'), ...network },
  'azure-speech': {
    provider: z.literal('azure-speech'),
    model: ProviderOwnId.describe("The endpoint id of a custom model; null: the service's own model"),
    key: ProviderKeyName,
    endpointingMs: z
      .int()
      .min(100)
      .max(5000)
      .nullable()
      .default(null)
      .describe("Silence in milliseconds that ends a phrase within an utterance; null: the service's own"),
  },
  'google-cloud': {
    provider: z.literal('google-cloud'),
    ...network,
    ...endsTurns(false, 'when it hears no voice'),
  },
  websocket: {
    provider: z.literal('websocket'),
    ...network,
    ...endsTurns(false, 'and reports it. For servers that do'),
  },
};
const error = oneOf(Object.keys(providers), 'provider');

type Deepgram = z.output<z.ZodObject<typeof providers.deepgram>>;

/** Reports settings that the chosen model does not have, and thresholds in the wrong order. */
function checkTurns(settings: Deepgram, context: z.RefinementCtx): void {
  const wrong = (field: keyof Deepgram, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const { model, endpointingMs, endOfTurnThreshold, likelyEndOfTurnThreshold } = settings;
  if (model === null || !isFlux(model)) {
    for (const field of Object.keys(fluxTurns) as (keyof typeof fluxTurns)[]) {
      if (settings[field] !== null)
        wrong(field, 'is only allowed with a Flux model, such as flux-general-en');
    }
    return;
  }
  if (endpointingMs !== null) wrong('endpointingMs', 'is not allowed with a Flux model');
  const most = endOfTurnThreshold ?? endOfTurnThresholdDefault;
  if (likelyEndOfTurnThreshold !== null && likelyEndOfTurnThreshold > most) {
    wrong('likelyEndOfTurnThreshold', `must be at most endOfTurnThreshold (${most})`);
  }
}

const TranscriberFallback = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject(providers.pocketsphinx),
      z.strictObject(providers.deepgram).superRefine(checkTurns),
      z.strictObject(providers.openai),
      z.strictObject(providers.elevenlabs),
      z.strictObject(providers.assemblyai),
      z.strictObject(providers.soniox),
      z.strictObject(providers.speechmatics),
      z.strictObject(providers.gladia),
      z.strictObject(providers['azure-speech']),
      z.strictObject(providers['google-cloud']),
      z.strictObject(providers.websocket),
    ],
    { error },
  )
  .meta({ id: 'AgentTranscriberFallback' });

const fallbacks = fallbackFields(TranscriberFallback, 'transcriber');

/** The transcriber that turns the caller's speech into text. */
export const Transcriber = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject({ ...providers.pocketsphinx, ...fallbacks }),
      z.strictObject({ ...providers.deepgram, ...fallbacks }).superRefine(checkTurns),
      z.strictObject({ ...providers.openai, ...fallbacks }),
      z.strictObject({ ...providers.elevenlabs, ...fallbacks }),
      z.strictObject({ ...providers.assemblyai, ...fallbacks }),
      z.strictObject({ ...providers.soniox, ...fallbacks }),
      z.strictObject({ ...providers.speechmatics, ...fallbacks }),
      z.strictObject({ ...providers.gladia, ...fallbacks }),
      z.strictObject({ ...providers['azure-speech'], ...fallbacks }),
      z.strictObject({ ...providers['google-cloud'], ...fallbacks }),
      z.strictObject({ ...providers.websocket, ...fallbacks }),
    ],
    { error },
  )
  .overwrite(inAgreement)
  .meta({ id: 'AgentTranscriber' });
export type Transcriber = z.output<typeof Transcriber>;
