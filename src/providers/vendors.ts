/** What the vendors make: the leaves by name and kind. */
import { AnthropicLanguageModel } from './anthropic/index.ts';
import { CartesiaTextToSpeech } from './cartesia/index.ts';
import { DeepgramSpeechToText, DeepgramTextToSpeech } from './deepgram/index.ts';
import { ElevenLabsTextToSpeech } from './elevenlabs/index.ts';
import type { ProviderSettings, VendorOptions } from './kit/index.ts';
import {
  audioFormats,
  OpenAiLanguageModel,
  OpenAiSpeechToSpeech,
  OpenAiSpeechToText,
  OpenAiTextToSpeech,
  turnDetections,
} from './openai/index.ts';
import type { LanguageModel, SpeechToSpeech, SpeechToText, TextToSpeech } from './spec/index.ts';

/** What a vendor can make of an organization's key and an agent's settings. */
export interface Vendor {
  textToSpeech?: (options: VendorOptions, settings: ProviderSettings) => TextToSpeech;
  speechToText?: (options: VendorOptions, settings: ProviderSettings) => SpeechToText;
  languageModel?: (options: VendorOptions, settings: ProviderSettings) => LanguageModel;
  speechToSpeech?: (options: VendorOptions, settings: ProviderSettings) => SpeechToSpeech;
}

const modelSettings = (settings: ProviderSettings) => ({
  model: settings.text('model'),
  outputTokensMax: settings.integer('maxTokens', 1, 100_000),
});

export const vendors = {
  openai: {
    languageModel: (options, settings) => new OpenAiLanguageModel({ ...options, ...modelSettings(settings) }),
    textToSpeech: (options, settings) =>
      new OpenAiTextToSpeech({
        ...options,
        model: settings.text('model'),
        voice: settings.text('voice'),
        instructions: settings.text('instructions'),
      }),
    speechToText: (options, settings) =>
      new OpenAiSpeechToText({ ...options, model: settings.text('model') }),
    speechToSpeech: (options, settings) =>
      new OpenAiSpeechToSpeech({
        ...options,
        model: settings.text('model'),
        voice: settings.text('voice'),
        transcriptionModel: settings.text('transcriptionModel'),
        turnDetection: settings.oneOf('turnDetection', turnDetections),
        silenceMs: settings.integer('silenceMs', 100, 5_000),
        format: settings.oneOf('audioFormat', audioFormats),
        outputTokensMax: settings.integer('maxTokens', 1, 4_096),
      }),
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
      }),
    textToSpeech: (options, settings) =>
      new DeepgramTextToSpeech({ ...options, voice: settings.text('voice') }),
  },
  elevenlabs: {
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
      new CartesiaTextToSpeech({ ...options, model: settings.text('model'), voice: settings.text('voice') }),
  },
} as const satisfies Record<string, Vendor>;

/** The providers that an organization has keys of its own for. */
export type KeyedProvider = keyof typeof vendors;
export const keyedProviders = Object.keys(vendors) as [KeyedProvider, ...KeyedProvider[]];

/** What a provider can be asked for. */
export type ProviderKind = keyof Vendor;

/** Those that need no key. */
const keyless: Record<ProviderKind, readonly string[]> = {
  textToSpeech: ['flite'],
  speechToText: ['pocketsphinx'],
  languageModel: ['scripted'],
  speechToSpeech: [],
};

/** Whether a provider is part of the program, and costs nobody anything. */
export function isKeyless(provider: string): boolean {
  return Object.values(keyless).some((names) => names.includes(provider));
}

/** The names that a configuration of this kind may have. */
export function providerNames(kind: ProviderKind): string[] {
  const keyed = keyedProviders.filter((name) => kind in vendors[name]);
  return [...keyless[kind], ...keyed];
}

/** What a kind is called in failures. */
export const kindNames: Record<ProviderKind, string> = {
  textToSpeech: 'voice',
  speechToText: 'recognizer',
  languageModel: 'language model',
  speechToSpeech: 'model that hears and speaks',
};
