/**
 * All providers by name, and how a call gets its own: out of the agent's configuration, with the organization's keys.
 */
import type { Dispatcher } from 'undici';
import { AnthropicLanguageModel } from './anthropic/index.ts';
import { CartesiaTextToSpeech } from './cartesia/index.ts';
import { DeepgramSpeechToText, DeepgramTextToSpeech } from './deepgram/index.ts';
import { ElevenLabsTextToSpeech } from './elevenlabs/index.ts';
import { Flite } from './flite/index.ts';
import {
  hedgedModel,
  type ProviderConfig,
  ProviderError,
  ProviderSettings,
  RecentlyUsed,
  ResponseTimes,
  type VendorOptions,
} from './kit/index.ts';
import { OpenAiLanguageModel, OpenAiSpeechToText, OpenAiTextToSpeech } from './openai/index.ts';
import { isPocketSphinxInstalled, PocketSphinx } from './pocketsphinx/index.ts';
import { createScripted, DialogueSchema } from './scripted/index.ts';
import type { LanguageModel, SpeechToText, TextToSpeech } from './spec/index.ts';

export type { ProviderConfig };

/** What a vendor can make of an organization's key and an agent's settings. */
interface Vendor {
  textToSpeech?: (options: VendorOptions, settings: ProviderSettings) => TextToSpeech;
  speechToText?: (options: VendorOptions, settings: ProviderSettings) => SpeechToText;
  languageModel?: (options: VendorOptions, settings: ProviderSettings) => LanguageModel;
}

const modelSettings = (settings: ProviderSettings) => ({
  model: settings.text('model'),
  outputTokensMax: settings.integer('maxTokens', 1, 100_000),
});

const vendors = {
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
};

/** The names that a configuration of this kind may have. */
export function providerNames(kind: ProviderKind): string[] {
  const keyed = keyedProviders.filter((name) => kind in vendors[name]);
  return [...keyless[kind], ...keyed];
}

export interface ProvidersOptions {
  /** An organization's newest key of a provider, of those with the name if one is given; null when there is none. */
  credentials(
    organizationId: string,
    provider: string,
    name: string | null,
  ): Promise<{ providerKeyId: string; apiKey: string | null; baseUrl: string | null } | null>;
  /** What opens the connections. It decides where base addresses of organizations may lead. */
  dispatcher: Dispatcher;
  /** Where the embedded voice and recognizer keep what they work on. */
  temporaryFolder?: string;
}

/**
 * The provider that a configuration names, with the newest key of the organization; its `fallback` is a
 * configuration of its own, to be asked for by itself. Rejects with a ProviderError that says what to do when the
 * provider cannot be used. What it gives is shared and not to be disposed of: all close with this.
 */
export interface Providers extends AsyncDisposable {
  /** Null: the embedded voice. */
  textToSpeech(config: ProviderConfig | null, organizationId: string): Promise<TextToSpeech>;
  /** Null, in and out: nobody listens. */
  speechToText(config: ProviderConfig | null, organizationId: string): Promise<SpeechToText | null>;
  /** Null, in and out: nobody answers. `variables` are for the templates of the scripted model. */
  languageModel(
    config: ProviderConfig | null,
    organizationId: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<LanguageModel | null>;
}

/** Configurations that are remembered; vendors close by themselves what nobody uses. */
const configurationsMax = 1_000;

export function createProviders(options: ProvidersOptions): Providers {
  const { temporaryFolder } = options;
  const folder = temporaryFolder === undefined ? {} : { temporaryFolder };
  const embedded = new RecentlyUsed<TextToSpeech | SpeechToText>(2);
  const flite = () => embedded.get('flite', () => new Flite(folder)) as Flite;
  const pocketsphinx = () => embedded.get('pocketsphinx', () => new PocketSphinx(folder)) as PocketSphinx;
  const voices = new RecentlyUsed<TextToSpeech>(configurationsMax);
  const ears = new RecentlyUsed<SpeechToText>(configurationsMax);
  const models = new RecentlyUsed<{ model: LanguageModel; times: ResponseTimes }>(configurationsMax);
  const modelOf = async (config: ProviderConfig, organizationId: string) => {
    const { key, vendor, service, settings } = await findVendor(
      options,
      config,
      'languageModel',
      organizationId,
    );
    const make = () => ({ model: vendor.languageModel!(service, settings), times: new ResponseTimes() });
    return models.get(key, make);
  };
  return {
    async textToSpeech(config, organizationId) {
      if (config === null || config.provider === 'flite') return flite();
      const { key, vendor, service, settings } = await findVendor(
        options,
        config,
        'textToSpeech',
        organizationId,
      );
      return voices.get(key, () => vendor.textToSpeech!(service, settings));
    },
    async speechToText(config, organizationId) {
      if (config === null) return null;
      if (config.provider === 'pocketsphinx') return installedEar(pocketsphinx);
      const { key, vendor, service, settings } = await findVendor(
        options,
        config,
        'speechToText',
        organizationId,
      );
      return ears.get(key, () => vendor.speechToText!(service, settings));
    },
    async languageModel(config, organizationId, variables) {
      if (config === null) return null;
      if (config.provider === 'scripted') return scripted(config, variables);
      const { model, times } = await modelOf(config, organizationId);
      const { fallback } = config;
      // The scripted model has a place in its dialogue, which two answers at a time would confuse.
      if (!isProviderConfig(fallback) || fallback.provider === 'scripted') return model;
      const second = await modelOf(fallback, organizationId).catch(() => null);
      return second ? hedgedModel(model, second.model, times) : model;
    },
    async [Symbol.asyncDispose]() {
      const open: AsyncDisposable[] = [...embedded.values(), ...voices.values(), ...ears.values()];
      open.push(...models.values().map(({ model }) => model));
      await Promise.all(open.map((provider) => provider[Symbol.asyncDispose]()));
    },
  };
}

function isProviderConfig(value: unknown): value is ProviderConfig {
  return typeof (value as ProviderConfig | null | undefined)?.provider === 'string';
}

/** A vendor with an organization's key, or a ProviderError that says what is missing. */
async function findVendor(
  { credentials, dispatcher }: ProvidersOptions,
  config: ProviderConfig,
  kind: ProviderKind,
  organizationId: string,
): Promise<{ key: string; vendor: Vendor; service: VendorOptions; settings: ProviderSettings }> {
  const { provider } = config;
  const vendor: Vendor | undefined = Object.hasOwn(vendors, provider)
    ? vendors[provider as KeyedProvider]
    : undefined;
  if (!vendor?.[kind]) {
    throw unusable(
      provider,
      `"${provider}" is no ${kinds[kind]}; there are ${providerNames(kind).join(', ')}`,
    );
  }
  const settings = new ProviderSettings(config);
  const name = settings.text('key') ?? null;
  const found = await credentials(organizationId, provider, name);
  if (!found) {
    const which = name === null ? `no key of ${provider}` : `no key of ${provider} with the name "${name}"`;
    throw unusable(provider, `The organization has ${which}; add one with POST /api/provider-keys`);
  }
  const { apiKey, baseUrl, providerKeyId } = found;
  const { fallback: _fallback, ...own } = config;
  return {
    // Ids are never used again, and what belongs to one is never changed.
    key: JSON.stringify([kind, organizationId, providerKeyId, own]),
    vendor,
    service: { apiKey, baseUrl: baseUrl ?? undefined, dispatcher },
    settings,
  };
}

const kinds: Record<ProviderKind, string> = {
  textToSpeech: 'voice',
  speechToText: 'recognizer',
  languageModel: 'language model',
};

function installedEar(pocketsphinx: () => SpeechToText): SpeechToText {
  if (isPocketSphinxInstalled()) return pocketsphinx();
  throw unusable(
    'pocketsphinx',
    'PocketSphinx is not installed on this machine; install the packages pocketsphinx and pocketsphinx-en-us',
  );
}

function scripted(config: ProviderConfig, variables: Readonly<Record<string, unknown>>): LanguageModel {
  const { data, error } = DialogueSchema.safeParse(config.dialogue);
  if (data) return createScripted(data, variables);
  const issue = error.issues[0];
  const place = ['dialogue', ...(issue?.path ?? [])].join('.');
  throw unusable('scripted', `${place}: ${issue?.message ?? 'is not a dialogue'}`);
}

function unusable(provider: string, message: string): ProviderError {
  return new ProviderError(provider, message, { retryable: false });
}
