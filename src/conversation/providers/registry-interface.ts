import type { Dispatcher } from 'undici';
import type { Log } from '../../platform/kernel/index.ts';
import type { KeyedProvider, Provider, ProviderKind } from './catalog.ts';
import type { VoiceLoad } from './flite/index.ts';
import type {
  EmbeddingModel,
  LanguageModel,
  RerankingModel,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
  TurnDetector,
} from './interfaces/index.ts';
import type { KeyCheck } from './key-check.ts';
import type { CircuitChange, KeyDetails, ProviderConfig, ProviderError, UsageMeter } from './kit/index.ts';
import type { ListCache, Lists, ProviderList } from './lists/index.ts';

export interface StoredKey extends KeyDetails {
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

export interface ProvidersOptions {
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
  /** Opens a reranking model. It has no fallback: without it, the order of the search stays. */
  rerankingModel(config: ProviderConfig, context: EmbeddingContext): Promise<RerankingModel>;
  /**
   * Returns the detector of ends of turns; `null` when the operator has supplied no usable model. All conversations share it,
   * and it closes with the registry. The first call begins to load the models.
   */
  turnDetector(): Promise<TurnDetector | null>;
  /** Sends the vendor's cheapest request with a key. Resolves for every answer, and for none. */
  checkKey(provider: KeyedProvider, key: StoredKey): Promise<KeyCheck>;
  /** Returns the models and voices that vendors list. Loaded when people choose, not for calls. */
  lists(): Promise<ProviderLists>;
  /** Returns the load of the embedded voice; `null` while no conversation uses it. */
  voiceLoad(): VoiceLoad | null;
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
