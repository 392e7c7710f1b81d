import { Watch } from '../kit/index.ts';

/** The last words of a turn follow the ones before so soon, and its first words the end of the turn. */
const lastWordsMs = 400;
const firstWordsMs = 3_000;

/**
 * The words of the caller's turns. The service sends them in pieces and does not say which is the last, so a turn is complete
 * after a pause, or when the answer to it is over. The words before belong to the oldest turn.
 */
export class HeardTurns {
  readonly #onHeard: (turnId: string, text: string) => void;
  readonly #pause = new Watch(() => this.#conclude());
  #text = '';
  /** The turns that have ended, and whose words are not reported yet. */
  #turnIds: string[] = [];

  constructor(onHeard: (turnId: string, text: string) => void) {
    this.#onHeard = onHeard;
  }

  /** Takes a piece of the words. */
  words(text: string, isFinished: boolean): void {
    this.#text += text;
    if (this.#turnIds.length === 0) return;
    if (isFinished) this.#conclude();
    else this.#pause.restart(lastWordsMs);
  }

  /** The caller's turn has ended. */
  finished(turnId: string): void {
    this.#turnIds.push(turnId);
    if (this.#turnIds.length === 1) this.#expectWords();
  }

  /** The model begins to answer. */
  answered(): void {
    if (this.#turnIds.length > 0) this.#pause.restart(lastWordsMs);
  }

  /** The answer to a turn is over: no words of it follow. */
  over(turnId: string): void {
    while (this.#turnIds.includes(turnId)) this.#conclude();
  }

  close(): void {
    this.#pause.stop();
    this.#turnIds = [];
  }

  /** Reports the oldest turn with the words so far. */
  #conclude(): void {
    this.#pause.stop();
    const turnId = this.#turnIds.shift();
    if (turnId === undefined) return;
    const text = this.#text.trim();
    this.#text = '';
    this.#onHeard(turnId, text);
    if (this.#turnIds.length > 0) this.#expectWords();
  }

  #expectWords(): void {
    this.#pause.restart(this.#text === '' ? firstWordsMs : lastWordsMs);
  }
}
