import { begunText } from './heard.ts';
import type { SpeechFrame } from './speech-frame.ts';
import type { SpeechOutput } from './speech-output.ts';

/** Tracks the frames of a turn that started to play. */
export class Sounded {
  readonly #output: Pick<SpeechOutput, 'playedMs' | 'isActive' | 'isHeld'>;
  #frames: SpeechFrame[] = [];
  #isFirst = true;

  constructor(output: Pick<SpeechOutput, 'playedMs' | 'isActive' | 'isHeld'>) {
    this.#output = output;
  }

  /** Starts another turn. */
  clear(): void {
    this.#frames = [];
  }

  add(frame: SpeechFrame): void {
    this.#frames.push(frame);
    this.#isFirst = false;
  }

  /** Whether the agent has something to say and nothing was heard in any turn; `held` while the caller speaks. */
  get isMute(): boolean | 'held' {
    if (!this.#isFirst || !this.#output.isActive) return false;
    return this.#output.isHeld ? 'held' : true;
  }

  /** Whether the caller has heard a question in this turn. */
  get isQuestion(): boolean {
    return this.#frames.some((frame) => /[?？؟]/.test(this.#begun(frame)));
  }

  /** Returns the sentences of a frame that have begun to play. */
  #begun(frame: SpeechFrame): string {
    const playedMs = this.#output.playedMs(frame);
    if (!frame.audio || playedMs === null) return frame.text;
    return begunText(frame.text, { playedMs, totalMs: frame.audio.totalMs, words: frame.audio.words });
  }
}
