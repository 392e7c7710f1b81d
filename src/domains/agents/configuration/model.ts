import { z } from 'zod';
import { keyedProvidersOf } from '../../../conversation/providers/catalog.ts';
import { DialogueSchema } from '../../../conversation/providers/scripted/index.ts';
import { fallbackFields, inAgreement } from './fallbacks.ts';
import { oneOf } from './one-of.ts';
import { ProviderKeyName, ProviderOptions } from './provider-fields.ts';

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
  providerOptions: ProviderOptions,
};

const scripted = z.strictObject({
  provider: z.literal('scripted'),
  dialogue: DialogueSchema.meta({
    id: 'AgentDialogue',
    description: 'The conversation as data. It needs no key and no network',
  }),
});
const vendors = keyedProvidersOf('languageModel');
const error = oneOf(['scripted', ...vendors], 'provider');

const vendorModel = z.strictObject({ provider: z.enum(vendors), ...network });

const ModelFallback = z
  .discriminatedUnion('provider', [scripted, vendorModel], { error })
  .meta({ id: 'AgentModelFallback' });

const fallbacks = fallbackFields(ModelFallback, 'model');

/** The model that decides what the agent says. */
export const Model = z
  .discriminatedUnion('provider', [scripted, vendorModel.extend(fallbacks)], { error })
  .overwrite(inAgreement)
  .meta({ id: 'AgentModel' });
export type Model = z.output<typeof Model>;
