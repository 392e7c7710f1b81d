/**
 * All providers by name, and how a call gets its own: out of the agent's configuration, with the organization's keys.
 */
import type { Dispatcher } from 'undici';
import type { Log } from '../../platform/kernel/index.ts';
import { type KeyedProvider, kindNames, type ProviderKind, providerNames } from './catalog.ts';
import { Flite } from './flite/index.ts';
import type { LanguageModel, SpeechToSpeech, SpeechToText, TextToSpeech } from './interfaces/index.ts';
import {
  hedgedModel,
  InstanceCache,
  leasedEar,
  leasedModel,
  leasedSpeech,
  leasedVoice,
  meteredEar,
  meteredModel,
  meteredSpeech,
  meteredVoice,
  openChain,
  type ProviderConfig,
  ProviderError,
  ProviderSettings,
  ResponseTimes,
  type UsageMeter,
  type VendorOptions,
} from './kit/index.ts';
import { isPocketSphinxInstalled, PocketSphinx } from './pocketsphinx/index.ts';
import { createScripted, readDialogue } from './scripted/index.ts';
import type { Vendor } from './vendors.ts';

export type { ProviderConfig };

type FoundKey = { providerKeyId: string; apiKey: string | null; baseUrl: string | null } | null;

/** An organization's keys that were read, by provider and name; bounded by who makes one for a moment. */
export type ReadKeys = Map<string, Promise<FoundKey>>;

interface ProvidersOptions {
  /** An organization's newest key of a provider, of those with the name if one is given; null when there is none. */
  credentials(organizationId: string, provider: string, name: string | null): Promise<FoundKey>;
  /** What opens the connections, asked for when there is one to open. It decides where base addresses of organizations may lead. */
  dispatcher(): Promise<Dispatcher>;
  log: Log;
  /** Where the embedded recognizer keeps what it works on. */
  temporaryFolder?: string;
}

/** One conversation, as far as providers have to know it. */
export interface ProviderContext {
  organizationId: string;
  /** Where providers are found twice in a row, each key is read once; absent: as often as it is needed. */
  keys?: ReadKeys | undefined;
  /** What templates of the scripted model may use. */
  variables: Readonly<Record<string, unknown>>;
  /** Counts what the providers are used for, in the conversation and around it; absent: nobody wants to know. */
  usage?: UsageMeter;
  /** Is told in words of a provider that cannot be used, while another one can. */
  onProblem?: (failure: ProviderError) => void;
}

/**
 * The providers of a configuration: first the one it names, then those of its `fallback`, in the order in which they are
 * to be asked. Each is to be disposed of when the conversation is over; they are shared and stay open a while. Rejects
 * with a ProviderError that says what to do when none of them can be used. Without a configuration: what needs no
 * key, and no language model.
 */
export interface Providers extends AsyncDisposable {
  textToSpeech(config: ProviderConfig | null, context: ProviderContext): Promise<TextToSpeech[]>;
  speechToText(config: ProviderConfig | null, context: ProviderContext): Promise<SpeechToText[]>;
  languageModel(config: ProviderConfig | null, context: ProviderContext): Promise<LanguageModel[]>;
  speechToSpeech(config: ProviderConfig | null, context: ProviderContext): Promise<SpeechToSpeech[]>;
  /** How much later than it is needed the embedded voice speaks the next text, in milliseconds; 0: in time. */
  voiceBehindMs(): number;
  /** Loads what vendors need, which the first conversation with one would otherwise wait for. */
  warmUp(): Promise<void>;
}

const idleMs = 60_000;
const idleMax = 200;
/** Configurations whose times are remembered. */
const timedMax = 1_000;

export function createProviders(options: ProvidersOptions): Providers {
  const { log, temporaryFolder } = options;
  const folder = temporaryFolder === undefined ? {} : { temporaryFolder };
  const cache = new InstanceCache({
    idleMs,
    idleMax,
    onError: (error) => log.warn({ err: error }, 'a provider could not be closed'),
  });
  let embedded: Flite | null = null;
  const flite = () => {
    const lease = cache.lease('flite', () => new Flite());
    embedded = lease.instance;
    return leasedVoice(lease);
  };
  const pocketsphinx = () => leasedEar(cache.lease('pocketsphinx', () => new PocketSphinx(folder)));
  const times = new Map<string, ResponseTimes>();
  const timesOf = (key: string): ResponseTimes => {
    const known = times.get(key) ?? new ResponseTimes();
    times.delete(key);
    times.set(key, known);
    for (const oldest of times.keys()) if (times.size > timedMax) times.delete(oldest);
    return known;
  };
  const vendorOf = (config: ProviderConfig, kind: ProviderKind, context: ProviderContext) =>
    findVendor(options, config, kind, context);
  return {
    textToSpeech: (config, context) =>
      openChain(config ?? { provider: 'flite' }, context, async (one) => {
        const counted = (voice: TextToSpeech) => (context.usage ? meteredVoice(voice, context.usage) : voice);
        if (one.provider === 'flite') return counted(flite());
        const { key, vendor, options, settings } = await vendorOf(one, 'textToSpeech', context);
        return counted(leasedVoice(cache.lease(key, () => vendor.textToSpeech!(options, settings))));
      }),
    speechToText: async (config, context) => {
      const counted = (ear: SpeechToText) => (context.usage ? meteredEar(ear, context.usage) : ear);
      if (config === null) return isPocketSphinxInstalled() ? [counted(pocketsphinx())] : [];
      return openChain(config, context, async (one) => {
        if (one.provider === 'pocketsphinx') return counted(installedEar(pocketsphinx));
        const { key, vendor, options, settings } = await vendorOf(one, 'speechToText', context);
        return counted(leasedEar(cache.lease(key, () => vendor.speechToText!(options, settings))));
      });
    },
    languageModel: async (config, context) => {
      if (config === null) return [];
      const keys = new Map<LanguageModel, string>();
      const [first, second, ...more] = await openChain(config, context, async (one) => {
        if (one.provider === 'scripted') return scripted(one, context);
        const { key, vendor, options, settings } = await vendorOf(one, 'languageModel', context);
        const leased = leasedModel(cache.lease(key, () => vendor.languageModel!(options, settings)));
        // Each of two that answer the same question is paid for, so they are counted before they are hedged.
        const model = context.usage ? meteredModel(leased, context.usage) : leased;
        keys.set(model, key);
        return model;
      });
      if (!first || !second) return first ? [first] : [];
      // The scripted model answers at once, and its place in the dialogue is its own.
      const key = keys.has(second) ? keys.get(first) : undefined;
      return [key === undefined ? first : hedgedModel(first, second, timesOf(key)), second, ...more];
    },
    speechToSpeech: async (config, context) => {
      if (config === null) return [];
      return openChain(config, context, async (one) => {
        const { key, vendor, options, settings } = await vendorOf(one, 'speechToSpeech', context);
        const leased = leasedSpeech(cache.lease(key, () => vendor.speechToSpeech!(options, settings)));
        return context.usage ? meteredSpeech(leased, context.usage) : leased;
      });
    },
    voiceBehindMs: () => embedded?.behindMs ?? 0,
    warmUp: async () => {
      await Promise.all([loadVendors(), options.dispatcher()]);
    },
    [Symbol.asyncDispose]: () => cache.close(),
  };
}

let vendorsLoaded: Promise<Record<KeyedProvider, Vendor>> | null = null;

/**
 * The clients of vendors, a quarter of what a process would hold, are loaded with the first key that is used; once, as
 * asking for a module that is there takes 0.1 ms too. What could not be loaded is tried again.
 */
function loadVendors(): Promise<Record<KeyedProvider, Vendor>> {
  vendorsLoaded ??= import('./vendors.ts').then(
    ({ vendors }) => vendors,
    (error: unknown) => {
      vendorsLoaded = null;
      throw error;
    },
  );
  return vendorsLoaded;
}

/** A vendor with an organization's key, or a ProviderError that says what is missing. */
async function findVendor(
  { credentials, dispatcher }: ProvidersOptions,
  config: ProviderConfig,
  kind: ProviderKind,
  { organizationId, keys }: ProviderContext,
): Promise<{ key: string; vendor: Vendor; options: VendorOptions; settings: ProviderSettings }> {
  const { provider } = config;
  if (!providerNames(kind).includes(provider)) {
    throw unusable(
      provider,
      `"${provider}" is no ${kindNames[kind]}; there are ${providerNames(kind).join(', ')}`,
    );
  }
  const settings = new ProviderSettings(config);
  const name = settings.text('key') ?? null;
  const place = JSON.stringify([organizationId, provider, name]);
  const reading = keys?.get(place) ?? credentials(organizationId, provider, name);
  keys?.set(place, reading);
  const found = await reading;
  if (!found) {
    const which = name === null ? `no key of ${provider}` : `no key of ${provider} with the name "${name}"`;
    throw unusable(provider, `The organization has ${which}; add one with POST /api/provider-keys`);
  }
  const { apiKey, baseUrl, providerKeyId } = found;
  const { fallback: _fallback, ...own } = config;
  const vendors = await loadVendors();
  return {
    // Ids are never used again, and what belongs to one is never changed.
    key: JSON.stringify([kind, organizationId, providerKeyId, own]),
    vendor: vendors[provider as KeyedProvider],
    options: { apiKey, baseUrl: baseUrl ?? undefined, dispatcher: await dispatcher() },
    settings,
  };
}

function installedEar(pocketsphinx: () => SpeechToText): SpeechToText {
  if (isPocketSphinxInstalled()) return pocketsphinx();
  throw unusable(
    'pocketsphinx',
    'PocketSphinx is not installed on this machine; install the packages pocketsphinx and pocketsphinx-en-us',
  );
}

function scripted(config: ProviderConfig, { variables }: ProviderContext): LanguageModel {
  const { data, error } = readDialogue(config.dialogue);
  if (data) return createScripted(data, variables);
  const issue = error.issues[0];
  const place = ['dialogue', ...(issue?.path ?? [])].join('.');
  throw unusable('scripted', `${place}: ${issue?.message ?? 'is not a dialogue'}`);
}

function unusable(provider: string, message: string): ProviderError {
  return new ProviderError(provider, message, { retryable: false });
}
