/**
 * Opens the providers of an agent's configuration with the organization's keys.
 */
import type { Dispatcher } from 'undici';
import type { Log } from '../../platform/kernel/index.ts';
import {
  type KeyedProvider,
  kindNames,
  type Provider,
  type ProviderKind,
  providerNames,
  voiceSpeeds,
} from './catalog.ts';
import { Flite } from './flite/index.ts';
import type {
  EmbeddingModel,
  LanguageModel,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
  TurnDetector,
  WithCircuit,
} from './interfaces/index.ts';
import type { KeyCheck } from './key-check.ts';
import {
  type CircuitChange,
  hedgedModel,
  InstanceCache,
  type KeyDetails,
  leasedEmbedding,
  leasedModel,
  leasedSpeech,
  leasedTranscriber,
  leasedVoice,
  meteredModel,
  meteredSpeech,
  meteredTranscriber,
  meteredVoice,
  openChain,
  ProviderCircuit,
  type ProviderConfig,
  ProviderError,
  ProviderSettings,
  ResponseTimes,
  type UsageMeter,
  type VendorOptions,
} from './kit/index.ts';
import type { ListCache, Lists, ProviderList } from './lists/index.ts';
import { isPocketSphinxInstalled, PocketSphinx } from './pocketsphinx/index.ts';
import { createScripted, readDialogue } from './scripted/index.ts';
import type { ModelTurnDetector } from './turn-detection/index.ts';
import type { Vendor } from './vendors.ts';

export type { ProviderConfig };

interface StoredKey extends KeyDetails {
  providerKeyId: string;
  apiKey: string | null;
  baseUrl: string | null;
}

type FoundKey = StoredKey | null;

/** A short-lived cache of read keys, by organization, provider and name. */
export type ReadKeys = Map<string, Promise<FoundKey>>;

/** Returns the result of a read, or rejects when it takes too long. */
export type Bound = <Result>(reading: Promise<Result>) => Promise<Result>;

/** The circuit of one configuration of an organization has opened or closed. */
export interface ProviderCircuitChange extends CircuitChange {
  organizationId: string;
  /** An embedding model has no circuit: a search by words takes its place at once. */
  kind: Exclude<ProviderKind, 'embedding'>;
  config: ProviderConfig;
}

interface ProvidersOptions {
  /** Returns an organization's newest key of a provider, with the given name if any; `null` when there is none. */
  credentials(organizationId: string, provider: string, name: string | null): Promise<FoundKey>;
  /** Returns the dispatcher for connections. It enforces where base addresses of organizations may lead. */
  dispatcher(): Promise<Dispatcher>;
  log: Log;
  /** Receives each circuit that opens or closes. */
  onCircuit?: (change: ProviderCircuitChange) => void;
  /** The folder for working files of the embedded transcriber. */
  temporaryFolder?: string;
  /** The folder of models that the operator supplies; absent or `null` for none. */
  modelsDir?: string | null;
}

/** The facts about one conversation that providers need. */
export interface ProviderContext {
  organizationId: string;
  /** Lets several lookups in a row read each key once; absent for no caching. */
  keys?: ReadKeys | undefined;
  /** Bounds the time of reading a key; absent for no bound. */
  bound?: Bound | undefined;
  /** The variables for templates of the scripted model. */
  variables: Readonly<Record<string, unknown>>;
  /** Counts the usage of the providers; absent when it is not needed. */
  usage?: UsageMeter;
  /** The conversation is a drill: its failures say nothing about the providers, so nothing is hedged or avoided. */
  isDrill?: boolean;
  /** Reports a provider that cannot be used while another one can. */
  onProblem?: (failure: ProviderError) => void;
}

/** What an embedding model needs to know. */
export type EmbeddingContext = Pick<ProviderContext, 'organizationId'>;

/**
 * Opens the providers of a configuration: the one it names, then those of its `fallbacks`, in the order of asking. Without
 * a configuration, voice and transcriber are the embedded ones, and there is no language model.
 *
 * The owner disposes of each provider after the conversation; shared instances stay open a while. Rejects with a
 * `ProviderError` that says what to do when no provider can be used.
 */
export interface Providers extends AsyncDisposable {
  textToSpeech(config: ProviderConfig | null, context: ProviderContext): Promise<TextToSpeech[]>;
  speechToText(config: ProviderConfig | null, context: ProviderContext): Promise<SpeechToText[]>;
  languageModel(config: ProviderConfig | null, context: ProviderContext): Promise<LanguageModel[]>;
  speechToSpeech(config: ProviderConfig | null, context: ProviderContext): Promise<SpeechToSpeech[]>;
  /** Opens an embedding model. It has no fallback, because vectors of two models cannot be compared. */
  embeddingModel(config: ProviderConfig, context: EmbeddingContext): Promise<EmbeddingModel>;
  /**
   * Returns the detector of ends of turns; `null` when the operator has supplied no usable model. All conversations share it,
   * and it closes with the registry. The first call begins to load the models.
   */
  turnDetector(): Promise<TurnDetector | null>;
  /** Sends the vendor's cheapest request with a key. Resolves for every answer, and for none. */
  checkKey(provider: KeyedProvider, key: StoredKey): Promise<KeyCheck>;
  /** Returns the models and voices that vendors list. Loaded when people choose, not for calls. */
  lists(): Promise<ProviderLists>;
  /** Returns the delay of the embedded voice under its current load, in milliseconds; 0 when it is in time. */
  voiceBehindMs(): number;
  /** Loads the vendor clients, so that the first conversation does not wait for them. */
  warmUp(): Promise<void>;
}

/** The lists of this process, asked with a key of the organization. */
export interface ProviderLists extends Pick<ListCache, 'isKnown'> {
  of<What extends keyof Lists>(
    what: What,
    provider: Provider,
    key: StoredKey | null,
  ): Promise<ProviderList<Lists[What]>>;
}

const idleMs = 60_000;
const idleMax = 200;
/** The most configurations whose response times and failures are remembered. */
const rememberedMax = 1_000;

export function createProviders(options: ProvidersOptions): Providers {
  const { log, temporaryFolder, modelsDir = null } = options;
  const cache = new InstanceCache({
    ...{ idleMs, idleMax },
    onError: (error) => log.warn({ err: error }, 'closing a provider failed'),
  });
  let embedded: Flite | null = null;
  const flite = (speed: number | undefined): TextToSpeech => {
    const lease = cache.lease('flite', () => new Flite());
    embedded = lease.instance;
    return { ...leasedVoice(lease), speak: (text, given) => lease.instance.speak(text, { ...given, speed }) };
  };
  const decoder = () => new PocketSphinx(temporaryFolder === undefined ? {} : { temporaryFolder });
  const pocketsphinx = () => leasedTranscriber(cache.lease('pocketsphinx', decoder));
  const detector = new SharedTurnDetector(modelsDir, log);
  const times = new Remembered(() => new ResponseTimes());
  const guarded = giverOfCircuits(options);
  const vendorOf = findVendor.bind(null, options);
  return {
    textToSpeech: (config, context) =>
      openChain(config ?? { provider: 'flite' }, context, async (one) => {
        if (one.provider === 'flite') return countedVoice(flite(embeddedSpeed(one)), context);
        const { key, vendor, options, settings } = await vendorOf(one, 'textToSpeech', context);
        const leased = leasedVoice(cache.lease(key, () => vendor.textToSpeech!(options, settings)));
        return guarded(countedVoice(leased, context), key, context);
      }),
    speechToText: async (config, context) => {
      const counted = (transcriber: SpeechToText) => countedTranscriber(transcriber, context);
      if (config === null) return isPocketSphinxInstalled() ? [counted(pocketsphinx())] : [];
      return openChain(config, context, async (one) => {
        if (one.provider === 'pocketsphinx') return counted(installedTranscriber(pocketsphinx));
        const { key, vendor, options, settings } = await vendorOf(one, 'speechToText', context);
        const leased = leasedTranscriber(cache.lease(key, () => vendor.speechToText!(options, settings)));
        return guarded(counted(leased), key, context);
      });
    },
    languageModel: async (config, context) => {
      if (config === null) return [];
      const keys = new Map<LanguageModel, string>();
      const models = await openChain(config, context, async (one) => {
        if (one.provider === 'scripted') return scripted(one, context);
        const { key, vendor, options, settings } = await vendorOf(one, 'languageModel', context);
        const leased = leasedModel(cache.lease(key, () => vendor.languageModel!(options, settings)));
        // Both requests of a hedged question are billed, so models are metered before they are hedged.
        const model = context.usage ? meteredModel(leased, context.usage) : leased;
        keys.set(model, key);
        return guarded(model, key, context);
      });
      return context.isDrill ? models : hedgeAll(models, keys, times);
    },
    speechToSpeech: async (config, context) => {
      if (config === null) return [];
      return openChain(config, context, async (one) => {
        const { key, vendor, options, settings } = await vendorOf(one, 'speechToSpeech', context);
        const leased = leasedSpeech(cache.lease(key, () => vendor.speechToSpeech!(options, settings)));
        return context.usage ? meteredSpeech(leased, context.usage) : leased;
      });
    },
    embeddingModel: (config, context) => openEmbedding(options, cache, config, context),
    turnDetector: () => detector.open(),
    checkKey: (provider, key) => checkStoredKey(options, provider, key),
    lists: once(() => openLists(options)),
    voiceBehindMs: () => embedded?.behindMs ?? 0,
    warmUp: () => warmUp(options),
    async [Symbol.asyncDispose]() {
      await detector.close();
      await cache.close();
    },
  };
}

async function openEmbedding(
  options: ProvidersOptions,
  cache: InstanceCache,
  config: ProviderConfig,
  { organizationId }: EmbeddingContext,
): Promise<EmbeddingModel> {
  const found = await findVendor(options, config, 'embedding', { organizationId, variables: {} });
  const { key, vendor, settings } = found;
  return leasedEmbedding(cache.lease(key, () => vendor.embedding!(found.options, settings)));
}

async function warmUp({ dispatcher }: ProvidersOptions): Promise<void> {
  await Promise.all([loadVendors(), dispatcher()]);
}

async function checkStoredKey(
  { dispatcher }: ProvidersOptions,
  provider: KeyedProvider,
  { providerKeyId: _, baseUrl, ...key }: StoredKey,
): Promise<KeyCheck> {
  const { checkKey } = await import('./key-check.ts');
  return checkKey(provider, { ...key, baseUrl: baseUrl ?? undefined, dispatcher: await dispatcher() });
}

/** Returns a function that opens something with its first call. */
function once<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined;
  return () => {
    opening ??= open();
    return opening;
  };
}

async function openLists({ dispatcher }: ProvidersOptions): Promise<ProviderLists> {
  const { ListCache } = await import('./lists/index.ts');
  const cache = new ListCache();
  return {
    isKnown: (what, provider, key) => cache.isKnown(what, provider, key),
    of: async (what, provider, key) =>
      cache.of(
        what,
        provider,
        key && { ...key, baseUrl: key.baseUrl ?? undefined, dispatcher: await dispatcher() },
      ),
  };
}

/** What is known of the configurations that were used last. */
class Remembered<Known> {
  readonly #known = new Map<string, Known>();
  readonly #create: (key: string) => Known;

  constructor(create: (key: string) => Known) {
    this.#create = create;
  }

  of(key: string): Known {
    const known = this.#known.get(key) ?? this.#create(key);
    this.#known.delete(key);
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) if (this.#known.size > rememberedMax) this.#known.delete(oldest);
    return known;
  }
}

/** Returns a function that gives a vendor's provider the circuit of its configuration. */
function giverOfCircuits({ onCircuit }: ProvidersOptions) {
  const circuits = new Remembered((key) => {
    const [kind, organizationId, , config] = JSON.parse(key) as [
      ProviderCircuitChange['kind'],
      string,
      string,
      ProviderConfig,
    ];
    return new ProviderCircuit((change) => onCircuit?.({ ...change, organizationId, kind, config }));
  });
  return <One extends WithCircuit>(provider: One, key: string, { isDrill }: ProviderContext): One =>
    isDrill ? provider : Object.assign(provider, { circuit: circuits.of(key) });
}

function countedVoice(voice: TextToSpeech, { usage }: ProviderContext): TextToSpeech {
  return usage ? meteredVoice(voice, usage) : voice;
}

function countedTranscriber(transcriber: SpeechToText, { usage }: ProviderContext): SpeechToText {
  return usage ? meteredTranscriber(transcriber, usage) : transcriber;
}

/**
 * Lets the next model answer when one is late. `keys` names the configurations of vendors' models. The scripted model is
 * never hedged: it answers at once, and has state.
 */
function hedgeAll(
  models: readonly LanguageModel[],
  keys: ReadonlyMap<LanguageModel, string>,
  times: Remembered<ResponseTimes>,
): LanguageModel[] {
  return models.map((model, index) => {
    const next = models[index + 1];
    const key = next && keys.has(next) ? keys.get(model) : undefined;
    return next && key !== undefined ? hedgedModel(model, next, times.of(key)) : model;
  });
}

/** The detector of ends of turns that all conversations share. It opens when it is first asked for. */
class SharedTurnDetector {
  readonly #modelsDir: string | null;
  readonly #log: Log;
  #opening: Promise<ModelTurnDetector | null> | null = null;

  constructor(modelsDir: string | null, log: Log) {
    this.#modelsDir = modelsDir;
    this.#log = log;
  }

  async open(): Promise<TurnDetector | null> {
    const modelsDir = this.#modelsDir;
    if (modelsDir === null) return null;
    this.#opening ??= import('./turn-detection/index.ts').then((code) =>
      code.openTurnDetector(modelsDir, this.#log),
    );
    const detector = await this.#opening;
    return detector?.isUsable ? detector : null;
  }

  async close(): Promise<void> {
    await (await this.#opening)?.[Symbol.asyncDispose]();
  }
}

let vendorsLoaded: Promise<Record<KeyedProvider, Vendor>> | null = null;

/**
 * Loads the vendor clients on first use, because they take a quarter of a process's memory. The promise is kept: even a
 * loaded module takes 0.1 ms to import. A failure is not kept.
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

/** Returns a vendor with an organization's key. Rejects with a `ProviderError` that says what is missing. */
async function findVendor(
  { credentials, dispatcher }: ProvidersOptions,
  config: ProviderConfig,
  kind: ProviderKind,
  { organizationId, keys, bound = (reading) => reading }: ProviderContext,
): Promise<{ key: string; vendor: Vendor; options: VendorOptions; settings: ProviderSettings }> {
  const { provider } = config;
  if (!providerNames(kind).includes(provider)) {
    throw unusable(
      provider,
      `"${provider}" is not a ${kindNames[kind]}; use one of ${providerNames(kind).join(', ')}`,
    );
  }
  const settings = new ProviderSettings(config);
  const name = settings.text('key') ?? null;
  const cacheKey = JSON.stringify([organizationId, provider, name]);
  const reading = keys?.get(cacheKey) ?? bound(credentials(organizationId, provider, name));
  keys?.set(cacheKey, reading);
  const found = await reading;
  if (!found) {
    const which = name === null ? `no key of ${provider}` : `no key of ${provider} with the name "${name}"`;
    throw unusable(provider, `The organization has ${which}; add one with POST /api/provider-keys`);
  }
  const { providerKeyId, apiKey, baseUrl, ...details } = found;
  const vendors = await loadVendors();
  return {
    // Ids are never reused, and a key never changes.
    key: JSON.stringify([kind, organizationId, providerKeyId, config]),
    vendor: vendors[provider as KeyedProvider],
    options: { ...details, apiKey, baseUrl: baseUrl ?? undefined, dispatcher: await dispatcher() },
    settings,
  };
}

function embeddedSpeed(config: ProviderConfig): number | undefined {
  const { min, max } = voiceSpeeds.flite;
  return new ProviderSettings(config).number('speed', min, max);
}

function installedTranscriber(pocketsphinx: () => SpeechToText): SpeechToText {
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
  throw unusable('scripted', `${place}: ${issue?.message ?? 'must be a dialogue'}`);
}

function unusable(provider: string, message: string): ProviderError {
  return new ProviderError(provider, message, { retryable: false });
}
