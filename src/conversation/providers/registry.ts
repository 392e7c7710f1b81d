/**
 * Opens the providers of an agent's configuration with the organization's keys.
 */
import { type KeyedProvider, rerankers, voiceSpeeds } from './catalog.ts';
import { findVendor, loadVendors, unusable } from './find-vendor.ts';
import { Flite, type VoiceLoad } from './flite/index.ts';
import type {
  EmbeddingModel,
  LanguageModel,
  RerankingModel,
  SpeechToText,
  TextToSpeech,
  WithCircuit,
} from './interfaces/index.ts';
import type { KeyCheck } from './key-check.ts';
import {
  hedgedModel,
  InstanceCache,
  leasedEmbedding,
  leasedModel,
  leasedReranking,
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
  ProviderSettings,
  ResponseTimes,
} from './kit/index.ts';
import { isPocketSphinxInstalled, PocketSphinx } from './pocketsphinx/index.ts';
import type {
  EmbeddingContext,
  ProviderCircuitChange,
  ProviderContext,
  ProviderLists,
  Providers,
  ProvidersOptions,
  StoredKey,
} from './registry-interface.ts';
import { Remembered } from './remembered.ts';
import { createScripted, readDialogue } from './scripted/index.ts';
import { SharedTurnDetector } from './shared-turn-detector.ts';

export type {
  Bound,
  EmbeddingContext,
  ProviderCircuitChange,
  ProviderContext,
  ProviderLists,
  Providers,
  ReadKeys,
} from './registry-interface.ts';
export type { ProviderConfig, VoiceLoad };

const idleMs = 60_000;
const idleMax = 200;

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
  const pocketsphinx = () => leasePocketSphinx(cache, temporaryFolder);
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
    rerankingModel: (config, context) => openReranking(options, cache, config, context),
    turnDetector: () => detector.open(),
    checkKey: (provider, key) => checkStoredKey(options, provider, key),
    lists: once(() => openLists(options)),
    voiceLoad: () => embedded?.load ?? null,
    warmUp: () => warmUp(options),
    async [Symbol.asyncDispose]() {
      await detector.close();
      await cache.close();
    },
  };
}

function leasePocketSphinx(cache: InstanceCache, temporaryFolder: string | undefined): SpeechToText {
  const open = () => new PocketSphinx(temporaryFolder === undefined ? {} : { temporaryFolder });
  return leasedTranscriber(cache.lease('pocketsphinx', open));
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

async function openReranking(
  options: ProvidersOptions,
  cache: InstanceCache,
  config: ProviderConfig,
  { organizationId }: EmbeddingContext,
): Promise<RerankingModel> {
  const found = await findVendor(options, config, 'embedding', { organizationId, variables: {} });
  const { key, vendor, settings } = found;
  if (!vendor.reranking)
    throw unusable(
      config.provider,
      `${config.provider} has no reranking model; use ${rerankers.join(' or ')}`,
    );
  return leasedReranking(cache.lease(`reranking ${key}`, () => vendor.reranking!(found.options, settings)));
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
