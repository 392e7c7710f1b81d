import type { WebSocket } from 'ws';
import { connected, turnInfo } from '../../src/conversation/providers/deepgram/flux-fixtures.ts';
import type { HeardWord, WordFinder } from './word-finder.ts';

/** The silences after which a turn is probably over, and over. */
const likelyAfterMs = 160;
const endAfterMs = 400;

/** One stream of `/v2/listen` (Flux): updates while words arrive, and the turn's end after a silence. */
export class FluxTranscription {
  readonly #socket: WebSocket;
  readonly #finder: WordFinder;
  readonly #delayMs: number;
  #words: HeardWord[] = [];
  #startMs = 0;
  #isLikely = false;

  /** Every message follows its audio by `delayMs`. */
  constructor(socket: WebSocket, finder: WordFinder, delayMs: number) {
    this.#socket = socket;
    this.#finder = finder;
    this.#delayMs = delayMs;
    socket.send(connected);
  }

  hear(pcm: Int16Array): void {
    const heard = this.#finder.hear(pcm);
    const isFirst = this.#words.length === 0;
    this.#words.push(...heard);
    if (this.#words.length === 0) return;
    const { quietMs } = this.#finder;
    if (this.#isLikely && (heard.length > 0 || quietMs === 0)) this.#likely(false);
    if (heard.length > 0) this.#send(isFirst ? 'StartOfTurn' : 'Update');
    if (quietMs >= endAfterMs) this.#end();
    else if (quietMs >= likelyAfterMs && !this.#isLikely) this.#likely(true);
  }

  #likely(isLikely: boolean): void {
    this.#isLikely = isLikely;
    this.#send(isLikely ? 'EagerEndOfTurn' : 'TurnResumed');
  }

  #end(): void {
    this.#send('EndOfTurn');
    this.#words = [];
    this.#isLikely = false;
    this.#startMs = this.#finder.receivedMs;
  }

  #send(event: Parameters<typeof turnInfo>[0]): void {
    const words = this.#words.map(
      ({ text, startMs, endMs }) => [text, startMs / 1000, endMs / 1000] as const,
    );
    const window = [this.#startMs / 1000, this.#finder.receivedMs / 1000] as const;
    const message = JSON.stringify(turnInfo(event, words, window));
    setTimeout(() => this.#socket.send(message), this.#delayMs);
  }
}
