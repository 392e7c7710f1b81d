import { z } from 'zod';
import { takesGenerationConfig, takesSpeed, voiceSpeeds } from '../../../conversation/providers/catalog.ts';
import { fallbackFields, inAgreement } from './fallbacks.ts';
import { oneOf } from './one-of.ts';
import { ProviderKeyName, ProviderOwnId } from './provider-fields.ts';

const network = {
  voice: ProviderOwnId,
  model: ProviderOwnId,
  key: ProviderKeyName,
};

/** Returns the schema of a provider's speeds. */
function factor(provider: keyof typeof voiceSpeeds) {
  const { min, max } = voiceSpeeds[provider];
  return z.number().min(min).max(max);
}

/** Returns the field `speed` of a provider. */
const speed = (provider: keyof typeof voiceSpeeds, note = '') =>
  factor(provider)
    .nullable()
    .default(null)
    .describe(`The speed as a factor of the voice's normal one; null: the normal one${note}`);

const share = z.number().min(0).max(1).optional();
const voiceSettings = z
  .strictObject({
    stability: share,
    similarity_boost: share,
    style: share,
    use_speaker_boost: z.boolean().optional(),
    speed: factor('elevenlabs').optional(),
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

const emotion = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[a-z][a-z -]*$/, { error: 'must be the name of an emotion in lower case, such as excited' })
  .nullable()
  .default(null)
  .describe(
    "An emotion of the provider's list, such as neutral, content, excited or sad; null: as the text suggests. Needs a Sonic 3 model",
  );

const providers = {
  flite: {
    provider: z.literal('flite'),
    voice: z
      .enum(['slt', 'rms', 'awb'])
      .nullable()
      .default(null)
      .describe('slt: a woman, rms: a man, both from the United States; awb: a man from Scotland'),
    speed: speed('flite'),
  },
  openai: { provider: z.literal('openai'), ...network, speed: speed('openai'), instructions },
  elevenlabs: { provider: z.literal('elevenlabs'), ...network, voiceSettings },
  cartesia: {
    provider: z.literal('cartesia'),
    ...network,
    speed: speed('cartesia', '. Needs a Sonic 3 model'),
    emotion,
  },
  deepgram: {
    provider: z.literal('deepgram'),
    ...network,
    speed: speed('deepgram', '. Needs an Aura-2 voice'),
  },
  rime: { provider: z.literal('rime'), ...network },
  inworld: { provider: z.literal('inworld'), ...network, speed: speed('inworld') },
  hume: { provider: z.literal('hume'), ...network, speed: speed('hume'), instructions },
  'fish-audio': { provider: z.literal('fish-audio'), ...network, speed: speed('fish-audio') },
  // These services have no models apart from their voices.
  'azure-speech': {
    ...{ provider: z.literal('azure-speech'), voice: network.voice, key: network.key },
    speed: speed('azure-speech'),
  },
  'google-cloud': {
    ...{ provider: z.literal('google-cloud'), voice: network.voice, key: network.key },
    speed: speed('google-cloud'),
  },
  polly: { provider: z.literal('polly'), ...network },
  websocket: { provider: z.literal('websocket'), ...network },
};
const error = oneOf(Object.keys(providers), 'provider');

/** Reports a speed or an emotion that an older model of Cartesia does not take. */
function checkSonic(
  { model, ...settings }: z.output<z.ZodObject<typeof providers.cartesia>>,
  context: z.RefinementCtx,
): void {
  if (model === null || takesGenerationConfig(model)) return;
  for (const field of ['speed', 'emotion'] as const) {
    if (settings[field] === null) continue;
    context.addIssue({
      code: 'custom',
      path: [field],
      message: `is not allowed with ${model}: use sonic-3.5`,
    });
  }
}

/** Reports a speed that an older voice of Deepgram does not take. */
function checkAura(
  { voice, speed }: z.output<z.ZodObject<typeof providers.deepgram>>,
  context: z.RefinementCtx,
): void {
  if (speed === null || voice === null || takesSpeed(voice)) return;
  const message = `is not allowed with ${voice}: use a voice of Aura-2, such as aura-2-thalia-en`;
  context.addIssue({ code: 'custom', path: ['speed'], message });
}

const VoiceFallback = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject(providers.flite),
      z.strictObject(providers.openai),
      z.strictObject(providers.elevenlabs),
      z.strictObject(providers.cartesia).superRefine(checkSonic),
      z.strictObject(providers.deepgram).superRefine(checkAura),
      z.strictObject(providers.rime),
      z.strictObject(providers.inworld),
      z.strictObject(providers.hume),
      z.strictObject(providers['fish-audio']),
      z.strictObject(providers['azure-speech']),
      z.strictObject(providers['google-cloud']),
      z.strictObject(providers.polly),
      z.strictObject(providers.websocket),
    ],
    { error },
  )
  .meta({ id: 'AgentVoiceFallback' });

const fallbacks = fallbackFields(VoiceFallback, 'voice');

/** The voice the agent speaks with. */
export const Voice = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject({ ...providers.flite, ...fallbacks }),
      z.strictObject({ ...providers.openai, ...fallbacks }),
      z.strictObject({ ...providers.elevenlabs, ...fallbacks }),
      z.strictObject({ ...providers.cartesia, ...fallbacks }).superRefine(checkSonic),
      z.strictObject({ ...providers.deepgram, ...fallbacks }).superRefine(checkAura),
      z.strictObject({ ...providers.rime, ...fallbacks }),
      z.strictObject({ ...providers.inworld, ...fallbacks }),
      z.strictObject({ ...providers.hume, ...fallbacks }),
      z.strictObject({ ...providers['fish-audio'], ...fallbacks }),
      z.strictObject({ ...providers['azure-speech'], ...fallbacks }),
      z.strictObject({ ...providers['google-cloud'], ...fallbacks }),
      z.strictObject({ ...providers.polly, ...fallbacks }),
      z.strictObject({ ...providers.websocket, ...fallbacks }),
    ],
    { error },
  )
  .overwrite(inAgreement)
  .meta({ id: 'AgentVoice' });
export type Voice = z.output<typeof Voice>;
