/** The embedding models of the packages in `packages.ts`. */
import type { EmbeddingModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { type OpenOptions, openAzure, openBedrock, optionsOf, type packages } from './packages.ts';

/** What a text is embedded for, and the number of dimensions; `undefined` for the model's own. */
interface Asked {
  use: 'query' | 'document';
  model: string;
  dimensions: number | undefined;
}

export interface EmbeddingPackage {
  open(options: OpenOptions): Promise<(id: string) => EmbeddingModelV4>;
  /** The vendor's options for what is asked. */
  options(asked: Asked): SharedV4ProviderOptions;
}

const compatible = (name: 'together' | 'fireworks'): EmbeddingPackage => ({
  open: async (options) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({ ...optionsOf(options), name });
    return (id) => provider.embeddingModel(id);
  },
  options: ({ dimensions }) => ({ openaiCompatible: given({ dimensions }) }),
});

const cohereUse = { query: 'search_query', document: 'search_document' } as const;

export const embeddingPackages = {
  google: {
    open: async (options) => {
      const google = (await import('@ai-sdk/google')).createGoogle(optionsOf(options));
      return (id) => google.embeddingModel(id);
    },
    // Later models than these take no task.
    options: ({ use, model, dimensions: outputDimensionality }) => ({
      google: given({
        outputDimensionality,
        taskType: /-00\d$/.test(model)
          ? { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' }[use]
          : undefined,
      }),
    }),
  },
  azure: {
    open: async (options) => {
      const azure = await openAzure(options);
      return (deployment) => azure.embeddingModel(deployment);
    },
    options: ({ dimensions }) => ({ openai: given({ dimensions }) }),
  },
  bedrock: {
    open: async (options) => {
      const bedrock = await openBedrock(options);
      return (id) => bedrock.embeddingModel(id);
    },
    options: ({ use, model, dimensions }) => ({ amazonBedrock: bedrockOptions(use, model, dimensions) }),
  },
  mistral: {
    open: async (options) => {
      const mistral = (await import('@ai-sdk/mistral')).createMistral(optionsOf(options));
      return (id) => mistral.embeddingModel(id);
    },
    options: ({ dimensions: outputDimension }) => ({ mistral: given({ outputDimension }) }),
  },
  cohere: {
    open: async (options) => {
      const cohere = (await import('@ai-sdk/cohere')).createCohere(optionsOf(options));
      return (id) => cohere.embeddingModel(id);
    },
    options: ({ use, dimensions: outputDimension }) => ({
      cohere: given({ inputType: cohereUse[use], outputDimension }),
    }),
  },
  together: compatible('together'),
  fireworks: compatible('fireworks'),
} as const satisfies { [Name in keyof typeof packages]?: EmbeddingPackage };

/** Bedrock's models have options of their makers. */
function bedrockOptions(use: Asked['use'], model: string, dimensions: number | undefined): Options {
  if (model.includes('cohere.embed-'))
    return given({ inputType: cohereUse[use], outputDimension: dimensions, truncate: 'END' });
  if (model.includes('amazon.nova-'))
    return given({
      embeddingDimension: dimensions,
      embeddingPurpose: use === 'query' ? 'TEXT_RETRIEVAL' : 'GENERIC_INDEX',
    });
  return given({ dimensions });
}

type Options = SharedV4ProviderOptions[string];

/** Returns the options that have a value. */
function given(options: Record<string, string | number | undefined>): Options {
  return Object.fromEntries(
    Object.entries(options).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}
