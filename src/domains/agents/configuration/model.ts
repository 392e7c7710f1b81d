import { z } from 'zod';
import { DialogueSchema } from '../../../conversation/providers/scripted/index.ts';
import { oneOf } from './one-of.ts';
import { ProviderKeyName } from './provider-fields.ts';

const network = {
  model: z.string().min(1).max(128).describe("The provider's model by its id"),
  key: ProviderKeyName,
  temperature: z.number().min(0).max(2).nullable().default(null).describe("null: the provider's own choice"),
  maxTokens: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .default(null)
    .describe("Tokens of one answer at most; null: the provider's own bound"),
};

const providers = {
  scripted: {
    provider: z.literal('scripted'),
    dialogue: DialogueSchema.meta({
      id: 'AgentDialogue',
      description: 'The conversation as data; it needs no key and no network',
    }),
  },
  openai: { provider: z.literal('openai'), ...network },
  anthropic: { provider: z.literal('anthropic'), ...network },
};
const error = oneOf(Object.keys(providers), 'provider');

const ModelFallback = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject(providers.scripted),
      z.strictObject(providers.openai),
      z.strictObject(providers.anthropic),
    ],
    { error },
  )
  .meta({ id: 'AgentModelFallback' });

const fallback = ModelFallback.nullable().default(null).describe('What answers when the provider fails');

/** What the agent decides by what to say. */
export const Model = z
  .discriminatedUnion(
    'provider',
    [
      z.strictObject(providers.scripted),
      z.strictObject({ ...providers.openai, fallback }),
      z.strictObject({ ...providers.anthropic, fallback }),
    ],
    { error },
  )
  .meta({ id: 'AgentModel' });
export type Model = z.output<typeof Model>;
