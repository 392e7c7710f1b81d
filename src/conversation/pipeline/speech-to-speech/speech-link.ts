import { delay, monotonicMs } from '../../../platform/kernel/index.ts';
import type {
  CallerEvent,
  ModelMessage,
  ModelTool,
  ProviderFailure,
  SpeechToSpeech,
  SpeechToSpeechSession,
} from '../../providers/interfaces/index.ts';
import type { ConversationOptions } from '../conversation.ts';
import { conversationOver } from '../ends.ts';
import { type AfterFailure, again } from '../setback.ts';
import type { Utterance } from './utterance.ts';

interface SpeechLinkOptions {
  provider: SpeechToSpeech;
  sampleRateHz: number;
  instructions: string;
  language: string;
  tools: () => readonly ModelTool[];
  /** Returns the conversation so far, for a new connection in mid-call. */
  history: () => readonly ModelMessage[];
  /** The provider ended the caller's turn. Returns its utterance. */
  onTurn: () => Utterance;
  /** The transcript of an utterance arrived. */
  onHeard: (utterance: Utterance) => void;
  onProblem: ConversationOptions['onProblem'];
  /** The part that continues when the model becomes unreachable. */
  thereafter: AfterFailure;
  /** The model cannot be reached any more. */
  onGone: (error: unknown) => void;
}

const backoffMs = 100;
/** The most failed connections in a row. */
const failuresMax = 4;
/** A connection that the model wants to replace earlier counts as a failed one. */
const plannedMsMin = 10_000;
/** The most audio of an utterance that is kept for a new connection, and the shortest utterance. */
const keptMsMax = 60_000;
const utteranceMsMin = 120;

/**
 * The connection to the model during a conversation. A lost connection is replaced by a new one, which receives the
 * history and the unanswered audio again. Several failures in a row end it.
 */
export class SpeechLink {
  readonly #options: SpeechLinkOptions;
  readonly #abort = new AbortController();
  #session: SpeechToSpeechSession | null = null;
  /** Finished utterances without an item id yet, in order. */
  #finished: Utterance[] = [];
  /** Utterances with an item id that wait for their transcript. */
  readonly #unheard = new Map<string, Utterance>();
  #current: Utterance | null = null;
  #failures = 0;
  #isGone = false;
  /** The connection was ended for another one, which is no news. */
  #isReplaced = false;
  #waiters: (() => void)[] = [];

  constructor(options: SpeechLinkOptions) {
    this.#options = options;
    void this.#run();
  }

  /** The current connection; `null` when there is none. */
  get session(): SpeechToSpeechSession | null {
    return this.#session;
  }

  /** Waits for a connection. Returns `null` when no further one will be opened. */
  async connected(): Promise<SpeechToSpeechSession | null> {
    while (this.#session === null && !this.#isGone && !this.#abort.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
    return this.#session;
  }

  /** Waits until the transcripts of all utterances arrived, or the connection is lost. */
  async heard(): Promise<void> {
    while (this.#session !== null && this.#finished.length + this.#unheard.size > 0) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  /** Resets the count of failures: the model responds. */
  works(): void {
    this.#failures = 0;
  }

  /** Replaces a connection whose failure is reported, unless another one is there already. */
  replace(session: SpeechToSpeechSession): void {
    if (session !== this.#session) return;
    this.#isReplaced = true;
    this.#session = null;
    session.close();
  }

  /** Sends audio: of an utterance, or of the whole line when `utterance` is `null`. */
  write(pcm: Int16Array, utterance: Utterance | null): void {
    this.#current = utterance;
    if (utterance && this.#lengthMs(utterance) < keptMsMax) utterance.pieces.push(pcm);
    this.#session?.write(pcm);
  }

  /** Finishes an utterance. One that is too short for the provider is dropped. */
  finish(utterance: Utterance): void {
    this.#current = null;
    if (this.#lengthMs(utterance) < utteranceMsMin) {
      this.#session?.discard();
      utterance.text = '';
      return;
    }
    this.#finished.push(utterance);
    this.#session?.finish();
  }

  /** Deletes an utterance from the model's conversation. */
  forget(utterance: Utterance): void {
    utterance.isForgotten = true;
    if (utterance.itemId !== null) this.#session?.forget(utterance.itemId);
  }

  add(message: ModelMessage): void {
    this.#session?.add(message);
  }

  close(): void {
    this.#abort.abort(conversationOver);
    this.#session?.close();
    this.#session = null;
    this.#wake();
  }

  async #run(): Promise<void> {
    const { onProblem, onGone, provider, thereafter } = this.#options;
    const { signal } = this.#abort;
    while (!signal.aborted) {
      let error: unknown = new Error('the connection ended');
      const openedMs = monotonicMs();
      try {
        for await (const event of this.#open()) this.#take(event);
      } catch (thrown) {
        error = thrown;
      }
      this.#session?.close();
      this.#session = null;
      this.#wake();
      if (signal.aborted) return;
      const { retryable, isPlanned = false } = error as Partial<ProviderFailure>;
      const hasServed = isPlanned && monotonicMs() - openedMs >= plannedMsMin;
      if (!hasServed) this.#failures++;
      const isHopeless = retryable === false;
      const isLast = isHopeless || this.#failures >= failuresMax;
      const after = isLast ? thereafter : again;
      const setback = { kind: 'speech-to-speech', provider: provider.name, after } as const;
      const isNews = isLast || !(isPlanned || this.#isReplaced);
      if (isNews) onProblem({ what: `the speech-to-speech model ${provider.name} failed`, error, setback });
      if (isLast) {
        this.#isGone = true;
        this.#wake();
        onGone(error);
        return;
      }
      await delay(backoffMs * 2 ** Math.max(this.#failures - 1, 0), signal);
    }
  }

  #open(): SpeechToSpeechSession {
    const { provider, sampleRateHz, instructions, language, tools, history, onProblem } = this.#options;
    const session = provider.open({
      sampleRateHz,
      instructions,
      language,
      tools: tools(),
      history: history(),
      signal: this.#abort.signal,
      onProblem: (error) => onProblem({ what: `${provider.name} reported an error`, error }),
    });
    this.#session = session;
    this.#isReplaced = false;
    const lost = [...this.#unheard.values(), ...this.#finished];
    this.#unheard.clear();
    this.#finished = lost.filter(({ isAnswered, isForgotten }) => !isAnswered && !isForgotten);
    for (const utterance of this.#finished) {
      utterance.itemId = null;
      for (const pcm of utterance.pieces) session.write(pcm);
      session.finish();
    }
    for (const pcm of this.#current?.pieces ?? []) session.write(pcm);
    this.#wake();
    return session;
  }

  #take(event: CallerEvent): void {
    const { onTurn, onHeard } = this.#options;
    this.works();
    if (event.type === 'turn') {
      const utterance = this.#finished.shift() ?? onTurn();
      utterance.itemId = event.itemId;
      if (utterance.isForgotten) this.#session?.forget(event.itemId);
      this.#unheard.set(event.itemId, utterance);
      return;
    }
    const utterance = this.#unheard.get(event.itemId);
    if (!utterance) return;
    this.#unheard.delete(event.itemId);
    utterance.text = event.text;
    utterance.pieces = [];
    onHeard(utterance);
    this.#wake();
  }

  #lengthMs({ pieces }: Utterance): number {
    const samples = pieces.reduce((sum, { length }) => sum + length, 0);
    return (samples * 1000) / this.#options.sampleRateHz;
  }

  #wake(): void {
    for (const wake of this.#waiters.splice(0)) wake();
  }
}
