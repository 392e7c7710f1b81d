/** The providers and what each can do. This file loads none of them. */

export type ProviderKind = 'textToSpeech' | 'speechToText' | 'languageModel' | 'speechToSpeech' | 'embedding';

/** The name of each kind in error messages. */
export const kindNames: Record<ProviderKind, string> = {
  textToSpeech: 'voice',
  speechToText: 'transcriber',
  languageModel: 'language model',
  speechToSpeech: 'speech-to-speech model',
  embedding: 'embedding model',
};

/** The providers that are part of Parley and need no key. */
const keyless: Readonly<Record<EmbeddedProvider, readonly ProviderKind[]>> = {
  flite: ['textToSpeech'],
  pocketsphinx: ['speechToText'],
  scripted: ['languageModel'],
};

/** The providers that need an organization's key. */
const keyed = {
  openai: ['languageModel', 'textToSpeech', 'speechToText', 'speechToSpeech', 'embedding'],
  anthropic: ['languageModel'],
  deepgram: ['speechToText', 'textToSpeech'],
  elevenlabs: ['textToSpeech', 'speechToText'],
  assemblyai: ['speechToText'],
  soniox: ['speechToText'],
  speechmatics: ['speechToText'],
  gladia: ['speechToText'],
  rime: ['textToSpeech'],
  inworld: ['textToSpeech'],
  hume: ['textToSpeech'],
  'fish-audio': ['textToSpeech'],
  'azure-speech': ['textToSpeech', 'speechToText'],
  'google-cloud': ['textToSpeech', 'speechToText'],
  polly: ['textToSpeech'],
  websocket: ['speechToText', 'textToSpeech'],
  cartesia: ['textToSpeech'],
  google: ['languageModel', 'speechToSpeech', 'embedding'],
  vertex: ['languageModel'],
  azure: ['languageModel', 'speechToSpeech', 'embedding'],
  bedrock: ['languageModel', 'embedding'],
  mistral: ['languageModel', 'embedding'],
  groq: ['languageModel'],
  cohere: ['languageModel', 'embedding'],
  xai: ['languageModel'],
  deepseek: ['languageModel'],
  together: ['languageModel', 'embedding'],
  fireworks: ['languageModel', 'embedding'],
  cerebras: ['languageModel'],
} as const satisfies Record<string, readonly ProviderKind[]>;

export type KeyedProvider = keyof typeof keyed;
type EmbeddedProvider = 'flite' | 'pocketsphinx' | 'scripted';
/** The kinds of a provider with keys. */
export type KindOf<Name extends KeyedProvider> = (typeof keyed)[Name][number];
export const keyedProviders = Object.keys(keyed) as [KeyedProvider, ...KeyedProvider[]];
/** The providers of one kind that need a key. */
export type KeyedProviderOf<Kind extends ProviderKind> = {
  [Name in KeyedProvider]: Kind extends KindOf<Name> ? Name : never;
}[KeyedProvider];

/** Returns the providers of a kind that need a key, as a list that is not empty. */
export function keyedProvidersOf<Kind extends ProviderKind>(
  kind: Kind,
): [KeyedProviderOf<Kind>, ...KeyedProviderOf<Kind>[]] {
  const names = keyedProviders.filter((name) => (keyed[name] as readonly ProviderKind[]).includes(kind));
  return names as [KeyedProviderOf<Kind>, ...KeyedProviderOf<Kind>[]];
}

/** The providers with reranking models. Each has embedding models too. */
export const rerankers = ['cohere', 'bedrock'] as const satisfies readonly KeyedProviderOf<'embedding'>[];

/** The names of all providers for people. */
export const providerLabels: Readonly<Record<KeyedProvider | EmbeddedProvider, string>> = {
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
  flite: 'Flite, embedded',
  pocketsphinx: 'PocketSphinx, embedded',
  scripted: 'Scripted dialogue',
};

export type Provider = keyof typeof providerLabels;
export const providers = Object.keys(providerLabels) as [Provider, ...Provider[]];

/** Returns the kinds of a provider. */
export function kindsOf(provider: Provider): readonly ProviderKind[] {
  return { ...keyless, ...keyed }[provider];
}

/** The fields of a provider key that only some providers have. */
export const keyFieldNames = ['region', 'resource', 'apiVersion', 'accessKeyId'] as const;
export type KeyFieldName = (typeof keyFieldNames)[number];

/** The further fields of a provider's keys. */
export const keyFields: { readonly [Name in KeyedProvider]?: Partial<Record<KeyFieldName, KeyField>> } = {
  vertex: { region: 'optional' },
  azure: { resource: 'address', apiVersion: 'optional' },
  'azure-speech': { region: 'address' },
  'google-cloud': { region: 'optional', resource: 'optional' },
  bedrock: { region: 'required', accessKeyId: 'optional' },
  polly: { region: 'required', accessKeyId: 'required' },
};
/** `address`: required, unless `baseUrl` names the whole address. */
type KeyField = 'required' | 'address' | 'optional';

/** Returns whether an `apiKey` is the JSON of a Google service account. `google-cloud` takes API keys as well. */
export function isServiceAccount(provider: string, apiKey: string | null): boolean {
  return provider === 'vertex' || (provider === 'google-cloud' && /^\s*\{/.test(apiKey ?? ''));
}

/** The providers whose requests are signed with `apiKey`, so that even a key with a `baseUrl` must have it. */
export const signedProviders: ReadonlySet<string> = new Set<KeyedProvider>(['bedrock', 'polly']);

/** The providers whose keys must name the address of a server of the organization. */
export const addressedProviders: ReadonlyMap<string, string> = new Map<KeyedProvider, string>([
  ['websocket', 'the address of your server'],
]);

/** Returns whether a provider is part of Parley, and therefore free. */
export function isKeyless(provider: string): boolean {
  return Object.hasOwn(keyless, provider);
}

/** Returns the providers that a configuration of this kind may name. */
export function providerNames(kind: ProviderKind): string[] {
  const all: [string, readonly ProviderKind[]][] = [...Object.entries(keyless), ...Object.entries(keyed)];
  return all.filter(([, kinds]) => kinds.includes(kind)).map(([name]) => name);
}

const primaryOf = (tag: string) => tag.split('-', 1)[0]!.toLowerCase();

/** The languages of providers and models with limited languages, as primary language subtags. */
const languages: ReadonlyMap<string, readonly string[]> = new Map([
  ['flite', ['en']],
  ['pocketsphinx', ['en']],
  ['flux-general-en', ['en']],
  ['flux-general-multi', ['de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pt', 'ru']],
]);

/** Returns the only languages of a provider or model, as primary subtags; `null` when no limit is known. */
export function languageLimit(name: string): readonly string[] | null {
  return languages.get(name) ?? null;
}

/** Returns why a provider or model does not support a language (BCP 47); `null` when it does, or when that is unknown. */
export function languageProblem(name: string, language: string): string | null {
  const known = languages.get(name);
  if (!known || known.includes(primaryOf(language))) return null;
  return `${name} supports only ${known.join(', ')}, not ${language}`;
}

/**
 * The speeds that the documentation of each provider of voices permits, as factors of a voice's normal speed. ElevenLabs
 * takes its speed among its `voiceSettings`.
 */
export const voiceSpeeds = {
  flite: { min: 0.5, max: 2 },
  openai: { min: 0.25, max: 4 },
  elevenlabs: { min: 0.7, max: 1.2 },
  cartesia: { min: 0.6, max: 1.5 },
  deepgram: { min: 0.7, max: 1.5 },
  inworld: { min: 0.5, max: 1.5 },
  hume: { min: 0.5, max: 2 },
  'fish-audio': { min: 0.5, max: 2 },
  'azure-speech': { min: 0.5, max: 2 },
  'google-cloud': { min: 0.25, max: 2 },
} as const;

/** Returns whether a model of Cartesia takes a speed and an emotion (`generation_config`). Models before Sonic 3 do not. */
export function takesGenerationConfig(model: string): boolean {
  return !/^sonic(?!-(?:[3-9]|\d\d)(?!\d))/.test(model);
}

/** Returns whether a voice of Deepgram takes a speed: those of Aura-2 and later do, those of Aura do not. */
export function takesSpeed(voice: string): boolean {
  return !/^aura-(?!\d+-)/.test(voice);
}

/** Returns whether a model of Deepgram is one of Flux, which judges itself when a turn is over. */
export function isFlux(model: string): boolean {
  return model.startsWith('flux-');
}

/** How a voice sounds, as far as its vendor says it. */
export const genders = ['female', 'male', 'neutral'] as const;
export type Gender = (typeof genders)[number];
