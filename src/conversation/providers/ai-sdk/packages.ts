/**
 * The packages of the AI SDK that speak to the vendors. An import names its package in `open`, so that a package is loaded
 * with the first agent that needs it.
 *
 * Keys and addresses are always given: the packages would otherwise read the environment of this process.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type ModelOptions, ProviderError, type VendorOptions } from '../kit/index.ts';
import { vertexAddress, vertexHeaders } from './vertex.ts';

/** Returns a model by its id. */
export type OpenedPackage = (id: string) => LanguageModelV4;

export interface OpenOptions extends ModelOptions {
  apiKey: string;
  baseURL: string;
  fetch: typeof globalThis.fetch;
}

export interface ModelPackage {
  /** The vendor's own base URL. */
  baseUrl(options: VendorOptions): string;
  /** The package's name for the vendor in `providerOptions`. */
  optionsName: string;
  /** Options that an agent's `providerOptions` may replace. */
  defaults?: Readonly<Record<string, unknown>>;
  open(options: OpenOptions): Promise<OpenedPackage>;
  /** Returns the function that changes the headers of each request. It adds to `secrets` what it puts into them. */
  headers?(
    provider: string,
    options: VendorOptions,
    secrets: string[],
  ): (headers: Record<string, string>) => Promise<Record<string, string>>;
}

const at = (url: string) => () => url;

export const packages = {
  google: {
    baseUrl: at('https://generativelanguage.googleapis.com/v1beta'),
    optionsName: 'google',
    open: async (options) => (await import('@ai-sdk/google')).createGoogle(optionsOf(options)),
  },
  // The package of Vertex adds only a client for its tokens, which would not use our connections.
  vertex: {
    baseUrl: vertexAddress,
    headers: vertexHeaders,
    optionsName: 'googleVertex',
    open: async (options) =>
      (await import('@ai-sdk/google')).createGoogle({ ...optionsOf(options), name: 'google.vertex.chat' }),
  },
  azure: {
    baseUrl: ({ resource }) => `https://${resource}.openai.azure.com/openai`,
    optionsName: 'openai',
    open: async (options) => {
      const azure = await openAzure(options);
      return (deployment) => azure.chat(deployment);
    },
  },
  bedrock: {
    baseUrl: ({ region }) =>
      `https://bedrock-runtime.${region}.amazonaws.com${region?.startsWith('cn-') ? '.cn' : ''}`,
    optionsName: 'amazonBedrock',
    open: openBedrock,
  },
  mistral: {
    baseUrl: at('https://api.mistral.ai/v1'),
    optionsName: 'mistral',
    open: async (options) => (await import('@ai-sdk/mistral')).createMistral(optionsOf(options)),
  },
  groq: {
    baseUrl: at('https://api.groq.com/openai/v1'),
    optionsName: 'groq',
    open: async (options) => (await import('@ai-sdk/groq')).createGroq(optionsOf(options)),
  },
  cohere: {
    baseUrl: at('https://api.cohere.com/v2'),
    optionsName: 'cohere',
    open: async (options) => (await import('@ai-sdk/cohere')).createCohere(optionsOf(options)),
  },
  xai: {
    baseUrl: at('https://api.x.ai/v1'),
    optionsName: 'xai',
    // xAI would keep the conversations for 30 days.
    defaults: { store: false },
    open: async (options) => (await import('@ai-sdk/xai')).createXai(optionsOf(options)),
  },
  deepseek: {
    baseUrl: at('https://api.deepseek.com'),
    optionsName: 'deepseek',
    open: async (options) => (await import('@ai-sdk/deepseek')).createDeepSeek(optionsOf(options)),
  },
  // The package of Together adds only models of images, and brings older copies of the others.
  together: {
    baseUrl: at('https://api.together.xyz/v1'),
    optionsName: 'together',
    open: async (options) =>
      (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
        ...{ ...optionsOf(options), name: 'together', includeUsage: true, supportsStructuredOutputs: true },
      }),
  },
  fireworks: {
    baseUrl: at('https://api.fireworks.ai/inference/v1'),
    optionsName: 'fireworks',
    open: async (options) => (await import('@ai-sdk/fireworks')).createFireworks(optionsOf(options)),
  },
  cerebras: {
    baseUrl: at('https://api.cerebras.ai/v1'),
    optionsName: 'cerebras',
    open: async (options) => (await import('@ai-sdk/cerebras')).createCerebras(optionsOf(options)),
  },
} as const satisfies Record<string, ModelPackage>;

export async function openAzure(options: OpenOptions) {
  const { apiVersion } = options;
  return (await import('@ai-sdk/azure')).createAzure({
    ...optionsOf(options),
    ...(apiVersion === undefined ? {} : { apiVersion, useDeploymentBasedUrls: true }),
  });
}

export async function openBedrock({ apiKey, accessKeyId, region = 'us-east-1', ...options }: OpenOptions) {
  // Without a key the package would sign with the AWS credentials of this process.
  if (apiKey === '') throw new ProviderError('bedrock', 'bedrock needs a key', { retryable: false });
  return (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock({
    ...{ region, baseURL: options.baseURL, fetch: options.fetch },
    ...(accessKeyId === undefined ? { apiKey } : { apiKey: '', accessKeyId, secretAccessKey: apiKey }),
  });
}

/** Returns the settings that all packages have. Any other setting of ours may have a meaning of its own for a package. */
export function optionsOf({ apiKey, baseURL, fetch }: OpenOptions) {
  return { apiKey, baseURL, fetch };
}
