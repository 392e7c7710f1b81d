/** The vendors by name, with a constructor for each kind. */
import {
  embeddingPackages,
  PackageEmbeddingModel,
  PackageLanguageModel,
  PackageRerankingModel,
  packages,
  type rerankingPackages,
} from './ai-sdk/index.ts';
import { AnthropicLanguageModel } from './anthropic/index.ts';
import { assemblyAiSpeechToText } from './assemblyai/index.ts';
import { azureSpeechTextToSpeech, azureSpeechToText } from './azure-speech/index.ts';
import { CartesiaTextToSpeech } from './cartesia/index.ts';
import { type KeyedProvider, type KindOf, voiceSpeeds } from './catalog.ts';
import { DeepgramSpeechToText, DeepgramTextToSpeech } from './deepgram/index.ts';
import { ElevenLabsTextToSpeech, elevenLabsSpeechToText } from './elevenlabs/index.ts';
import { fishAudioTextToSpeech } from './fish-audio/index.ts';
import { geminiLive } from './gemini-live/index.ts';
import { gladiaSpeechToText } from './gladia/index.ts';
import { googleCloudTextToSpeech, googleSpeechToText } from './google-cloud/index.ts';
import { humeTextToSpeech } from './hume/index.ts';
import type {
  EmbeddingModel,
  LanguageModel,
  RerankingModel,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
} from './interfaces/index.ts';
import { inworldTextToSpeech } from './inworld/index.ts';
import type { EmbeddingOptions, ProviderSettings, VendorOptions } from './kit/index.ts';
import {
  audioFormats,
  azureVoiceLive,
  OpenAiEmbeddingModel,
  OpenAiLanguageModel,
  OpenAiSpeechToText,
  OpenAiTextToSpeech,
  openAiSpeechToSpeech,
  turnDetections,
  voiceLiveTurnDetections,
} from './openai/index.ts';
import { pollyTextToSpeech } from './polly/index.ts';
import { RimeTextToSpeech } from './rime/index.ts';
import { sonioxSpeechToText } from './soniox/index.ts';
import { speechmaticsSpeechToText } from './speechmatics/index.ts';
import { WebsocketTextToSpeech, websocketSpeechToText } from './websocket/index.ts';

/** Creates a vendor's providers from an organization's key and an agent's settings. */
export interface Vendor {
  textToSpeech?: (options: VendorOptions, settings: ProviderSettings) => TextToSpeech;
  speechToText?: (options: VendorOptions, settings: ProviderSettings) => SpeechToText;
  languageModel?: (options: VendorOptions, settings: ProviderSettings) => LanguageModel;
  speechToSpeech?: (options: VendorOptions, settings: ProviderSettings) => SpeechToSpeech;
  embedding?: (options: VendorOptions, settings: ProviderSettings) => EmbeddingModel;
  /** Not a kind of its own: a vendor that has it also embeds. */
  reranking?: (options: VendorOptions, settings: ProviderSettings) => RerankingModel;
}

const modelSettings = (settings: ProviderSettings) => ({
  model: settings.text('model'),
  outputTokensMax: settings.integer('maxTokens', 1, 100_000),
  providerOptions: settings.object('providerOptions'),
});

/** Returns a vendor whose language models come from a package of the AI SDK. */
const packaged = (name: keyof typeof packages) => ({
  languageModel: (options: VendorOptions, settings: ProviderSettings) =>
    new PackageLanguageModel(name, packages[name], { ...options, ...modelSettings(settings) }),
});

const embeddingSettings = (options: VendorOptions, settings: ProviderSettings): EmbeddingOptions => ({
  ...options,
  model: settings.text('model') ?? '',
  dimensions: settings.integer('dimensions', 1, 4096),
});

/** Returns a vendor whose embedding models come from a package of the AI SDK. */
const embeds = (name: keyof typeof embeddingPackages) => ({
  embedding: (options: VendorOptions, settings: ProviderSettings) =>
    new PackageEmbeddingModel(
      name,
      { model: packages[name], embedding: embeddingPackages[name] },
      embeddingSettings(options, settings),
    ),
});

/** Returns a vendor whose reranking models come from a package of the AI SDK. */
const reranks = (name: keyof typeof rerankingPackages) => ({
  reranking: (options: VendorOptions, settings: ProviderSettings) =>
    new PackageRerankingModel(name, { ...options, model: settings.text('model') ?? '' }),
});

const speedOf = (settings: ProviderSettings, provider: keyof typeof voiceSpeeds) =>
  settings.number('speed', voiceSpeeds[provider].min, voiceSpeeds[provider].max);

const transcriberSettings = (settings: ProviderSettings) => ({
  model: settings.text('model'),
  endsTurns: settings.flag('endsTurns'),
});

const voiceSettings = (settings: ProviderSettings) => ({
  model: settings.text('model'),
  voice: settings.text('voice'),
});

const realtimeSettings = (settings: ProviderSettings, turnDetections: readonly string[]) => ({
  ...voiceSettings(settings),
  transcriptionModel: settings.text('transcriptionModel'),
  turnDetection: settings.oneOf('turnDetection', turnDetections),
  silenceMs: settings.integer('silenceMs', 100, 5_000),
  format: settings.oneOf('audioFormat', audioFormats),
  outputTokensMax: settings.integer('maxTokens', 1, 4_096),
});

/** Every vendor implements exactly the kinds in the catalog. */
type Vendors = { [Name in KeyedProvider]: Required<Pick<Vendor, KindOf<Name>>> };

export const vendors = {
  openai: {
    languageModel: (options, settings) => new OpenAiLanguageModel({ ...options, ...modelSettings(settings) }),
    textToSpeech: (options, settings) =>
      new OpenAiTextToSpeech({
        ...options,
        model: settings.text('model'),
        voice: settings.text('voice'),
        instructions: settings.text('instructions'),
        speed: speedOf(settings, 'openai'),
      }),
    speechToText: (options, settings) =>
      new OpenAiSpeechToText({ ...options, model: settings.text('model') }),
    speechToSpeech: (options, settings) =>
      openAiSpeechToSpeech({ ...options, ...realtimeSettings(settings, turnDetections) }),
    embedding: (options, settings) => new OpenAiEmbeddingModel(embeddingSettings(options, settings)),
  },
  anthropic: {
    languageModel: (options, settings) =>
      new AnthropicLanguageModel({ ...options, ...modelSettings(settings) }),
  },
  deepgram: {
    speechToText: (options, settings) =>
      new DeepgramSpeechToText({
        ...options,
        model: settings.text('model'),
        endpointingMs: settings.integer('endpointingMs', 10, 5_000),
        endsTurns: settings.flag('endsTurns'),
        endOfTurnThreshold: settings.number('endOfTurnThreshold', 0.5, 0.9),
        likelyEndOfTurnThreshold: settings.number('likelyEndOfTurnThreshold', 0.3, 0.9),
        endOfTurnTimeoutMs: settings.integer('endOfTurnTimeoutMs', 500, 10_000),
      }),
    textToSpeech: (options, settings) =>
      new DeepgramTextToSpeech({
        ...options,
        voice: settings.text('voice'),
        speed: speedOf(settings, 'deepgram'),
      }),
  },
  assemblyai: {
    speechToText: (options, settings) =>
      assemblyAiSpeechToText({
        ...options,
        ...transcriberSettings(settings),
        endOfTurnTimeoutMs: settings.integer('endOfTurnTimeoutMs', 500, 10_000),
      }),
  },
  soniox: {
    speechToText: (options, settings) => sonioxSpeechToText({ ...options, ...transcriberSettings(settings) }),
  },
  speechmatics: {
    speechToText: (options, settings) =>
      speechmaticsSpeechToText({ ...options, ...transcriberSettings(settings) }),
  },
  gladia: {
    speechToText: (options, settings) => gladiaSpeechToText({ ...options, model: settings.text('model') }),
  },
  rime: {
    textToSpeech: (options, settings) => new RimeTextToSpeech({ ...options, ...voiceSettings(settings) }),
  },
  inworld: {
    textToSpeech: (options, settings) =>
      inworldTextToSpeech({ ...options, ...voiceSettings(settings), speed: speedOf(settings, 'inworld') }),
  },
  hume: {
    textToSpeech: (options, settings) =>
      humeTextToSpeech({
        ...options,
        ...voiceSettings(settings),
        speed: speedOf(settings, 'hume'),
        instructions: settings.text('instructions'),
      }),
  },
  'fish-audio': {
    textToSpeech: (options, settings) =>
      fishAudioTextToSpeech({
        ...options,
        ...voiceSettings(settings),
        speed: speedOf(settings, 'fish-audio'),
      }),
  },
  polly: {
    textToSpeech: (options, settings) => pollyTextToSpeech({ ...options, ...voiceSettings(settings) }),
  },
  'azure-speech': {
    textToSpeech: (options, settings) =>
      azureSpeechTextToSpeech({
        ...options,
        voice: settings.text('voice'),
        speed: speedOf(settings, 'azure-speech'),
      }),
    speechToText: (options, settings) =>
      azureSpeechToText({
        ...options,
        model: settings.text('model'),
        endpointingMs: settings.integer('endpointingMs', 100, 5_000),
      }),
  },
  'google-cloud': {
    textToSpeech: (options, settings) =>
      googleCloudTextToSpeech({
        ...options,
        voice: settings.text('voice'),
        speed: speedOf(settings, 'google-cloud'),
      }),
    speechToText: (options, settings) => googleSpeechToText({ ...options, ...transcriberSettings(settings) }),
  },
  websocket: {
    textToSpeech: (options, settings) =>
      new WebsocketTextToSpeech({ ...options, ...voiceSettings(settings) }),
    speechToText: (options, settings) =>
      websocketSpeechToText({ ...options, ...transcriberSettings(settings) }),
  },
  elevenlabs: {
    speechToText: (options, settings) =>
      elevenLabsSpeechToText({ ...options, model: settings.text('model') }),
    textToSpeech: (options, settings) =>
      new ElevenLabsTextToSpeech({
        ...options,
        model: settings.text('model'),
        voice: settings.text('voice'),
        voiceSettings: settings.object('voiceSettings'),
      }),
  },
  cartesia: {
    textToSpeech: (options, settings) =>
      new CartesiaTextToSpeech({
        ...options,
        model: settings.text('model'),
        voice: settings.text('voice'),
        speed: speedOf(settings, 'cartesia'),
        emotion: settings.text('emotion'),
      }),
  },
  google: {
    ...packaged('google'),
    ...embeds('google'),
    speechToSpeech: (options, settings) =>
      geminiLive({
        ...options,
        ...voiceSettings(settings),
        outputTokensMax: settings.integer('maxTokens', 1, 4_096),
      }),
  },
  vertex: packaged('vertex'),
  azure: {
    ...packaged('azure'),
    ...embeds('azure'),
    speechToSpeech: (options, settings) =>
      azureVoiceLive({ ...options, ...realtimeSettings(settings, voiceLiveTurnDetections) }),
  },
  bedrock: { ...packaged('bedrock'), ...embeds('bedrock'), ...reranks('bedrock') },
  mistral: { ...packaged('mistral'), ...embeds('mistral') },
  groq: packaged('groq'),
  cohere: { ...packaged('cohere'), ...embeds('cohere'), ...reranks('cohere') },
  xai: packaged('xai'),
  deepseek: packaged('deepseek'),
  together: { ...packaged('together'), ...embeds('together') },
  fireworks: { ...packaged('fireworks'), ...embeds('fireworks') },
  cerebras: packaged('cerebras'),
} as const satisfies Vendors;
