import { begunText } from './heard.ts';
import type { Mouth } from './mouth.ts';
import type { SpeechFrame } from './speech-frame.ts';

/** What the caller has heard of a turn, or is about to. */
export class Sounded {
  readonly #mouth: Pick<Mouth, 'playedMs' | 'isActive' | 'isHeld'>;
  #frames: SpeechFrame[] = [];
  #isFirst = true;

  constructor(mouth: Pick<Mouth, 'playedMs' | 'isActive' | 'isHeld'>) {
    this.#mouth = mouth;
  }

  /** Another turn begins. */
  clear(): void {
    this.#frames = [];
  }

  add(frame: SpeechFrame): void {
    this.#frames.push(frame);
    this.#isFirst = false;
  }

  /** Whether there is something to say and nothing was heard in any turn; `held`: because the caller speaks. */
  get isMute(): boolean | 'held' {
    if (!this.#isFirst || !this.#mouth.isActive) return false;
    return this.#mouth.isHeld ? 'held' : true;
  }

  /** Whether something was asked in it. */
  get isQuestion(): boolean {
    return this.#frames.some((frame) => /[?？؟]/.test(this.#begun(frame)));
  }

  /** The part of a frame whose beginning the caller has heard: all of one that is a sentence. */
  #begun(frame: SpeechFrame): string {
    const playedMs = this.#mouth.playedMs(frame);
    if (!frame.audio || playedMs === null) return frame.text;
    return begunText(frame.text, { playedMs, totalMs: frame.audio.totalMs, words: frame.audio.words });
  }
}
