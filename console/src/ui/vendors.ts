import type { Schema } from '../api/schema.ts';

/** A provider whose keys an organization stores. */
export type Provider = Schema<'ProviderKey'>['provider'];
type ModelVendor = Extract<Schema<'AgentModel'>, { model: string }>['provider'];

export const providerNames: Record<Provider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  deepgram: 'Deepgram',
  elevenlabs: 'ElevenLabs',
  assemblyai: 'AssemblyAI',
  soniox: 'Soniox',
  speechmatics: 'Speechmatics',
  gladia: 'Gladia',
  rime: 'Rime',
  inworld: 'Inworld',
  hume: 'Hume',
  'fish-audio': 'Fish Audio',
  'azure-speech': 'Azure Speech',
  'google-cloud': 'Google Cloud',
  polly: 'Amazon Polly',
  cartesia: 'Cartesia',
  websocket: 'Your own server (WebSocket)',
  google: 'Google Gemini',
  vertex: 'Google Vertex AI',
  azure: 'Azure OpenAI',
  bedrock: 'Amazon Bedrock',
  mistral: 'Mistral',
  groq: 'Groq',
  cohere: 'Cohere',
  xai: 'xAI',
  deepseek: 'DeepSeek',
  together: 'Together',
  fireworks: 'Fireworks',
  cerebras: 'Cerebras',
};

/** The vendors of language models, each with the model that an agent begins with. Azure has only models of the customer's own. */
export const firstModels: Record<ModelVendor, string> = {
  openai: 'gpt-4.1-mini',
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-3.5-flash',
  vertex: 'gemini-3.5-flash',
  azure: '',
  bedrock: 'us.amazon.nova-lite-v1:0',
  mistral: 'mistral-small-latest',
  groq: 'llama-3.3-70b-versatile',
  cohere: 'command-a-03-2025',
  xai: 'grok-4.20-non-reasoning',
  deepseek: 'deepseek-v4-flash',
  together: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
  fireworks: 'accounts/fireworks/models/gpt-oss-120b',
  cerebras: 'gpt-oss-120b',
};

/** A field that only keys of some providers have. */
interface KeyField {
  name: 'region' | 'resource' | 'apiVersion' | 'accessKeyId';
  label: string;
  description: string;
  placeholder?: string;
  required?: boolean;
}

export const keyFields: Partial<Record<Provider, KeyField[]>> = {
  vertex: [
    { name: 'region', label: 'Location', description: 'The location of the models.', placeholder: 'global' },
  ],
  azure: [
    {
      ...{ name: 'resource', label: 'Resource', placeholder: 'my-resource' },
      description: 'The name in https://NAME.openai.azure.com. Not needed with a base URL.',
    },
    {
      ...{ name: 'apiVersion', label: 'API version', placeholder: 'v1' },
      description: 'Only for the older addresses of deployments, such as 2024-10-21.',
    },
  ],
  bedrock: [
    {
      ...{ name: 'region', label: 'Region', placeholder: 'us-east-1', required: true },
      description: 'The AWS region of the models.',
    },
    {
      ...{ name: 'accessKeyId', label: 'Access key id' },
      description: 'For an AWS key, whose secret access key is the key. Leave empty for a key of Bedrock.',
    },
  ],
  'azure-speech': [
    {
      ...{ name: 'region', label: 'Region', placeholder: 'westeurope' },
      description: 'The region of the resource. Not needed with a base URL.',
    },
  ],
  'google-cloud': [
    {
      ...{ name: 'resource', label: 'Project', placeholder: 'my-project' },
      description: 'The id of the project, to transcribe with an API key. A service account has it.',
    },
    {
      name: 'region',
      label: 'Location',
      description: 'The location that transcribes.',
      placeholder: 'global',
    },
  ],
  polly: [
    {
      ...{ name: 'region', label: 'Region', placeholder: 'us-east-1', required: true },
      description: 'The AWS region of the voices.',
    },
    {
      ...{ name: 'accessKeyId', label: 'Access key id', required: true },
      description: 'Of an AWS key, whose secret access key is the key.',
    },
  ],
};

/** The purpose of a key's base URL. Keys of most providers have none. */
export const anyBaseUrl = {
  description: 'For a service that is compatible with the provider’s API, such as your own model server.',
  placeholder: 'Provider default',
};

/** The base URLs of providers that have another purpose. */
export const baseUrls: Partial<Record<Provider, typeof anyBaseUrl & { required?: boolean }>> = {
  websocket: {
    description: 'The address of your server. https:// stands for wss://, and http:// for ws://.',
    placeholder: 'http://127.0.0.1:2710',
    required: true,
  },
  'azure-speech': {
    description: 'Only for a container of the service.',
    placeholder: 'The address of the region',
  },
};

/** The providers whose key is a JSON file. */
export const jsonKeyProviders: ReadonlySet<string> = new Set<Provider>(['vertex']);
