import { z } from 'zod';
import { DialogueSchema } from '../../../conversation/providers/scripted/index.ts';
import { oneOf } from './one-of.ts';
import { ProviderKeyName } from './provider-fields.ts';

const network = {
  model: z.string().min(1).max(128).describe("The provider's id of the model"),
  key: ProviderKeyName,
  temperature: z.number().min(0).max(2).nullable().default(null).describe("null: the provider's default"),
  maxTokens: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .default(null)
    .describe("Maximum tokens of one answer; null: the provider's limit"),
};

const providers = {
  scripted: {
    provider: z.literal('scripted'),
    dialogue: DialogueSchema.meta({
      id: 'AgentDialogue',
      description: 'The conversation as data. It needs no key and no network',
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

const fallback = ModelFallback.nullable().default(null).describe('The model to use when the provider fails');

/** The model that decides what the agent says. */
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
