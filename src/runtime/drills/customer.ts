import type { Conversation } from '../../conversation/pipeline/index.ts';
import { tickMs } from '../../telephony/media/index.ts';
import { BrowserLine, browserRateHz } from '../browser-calls/index.ts';

/** What the customer says: its words, and their audio at the rate of the line. */
export interface Saying {
  text: string;
  pcm: Int16Array;
}

interface CustomerOptions {
  says: readonly Saying[];
  /** The customer hangs up. */
  onHangUp: () => void;
}

const frameSamples = (browserRateHz * tickMs) / 1000;
/** Audio below this level is silence. */
const levelMin = 200;
/** The agent has finished when it says nothing for so long, and is about to say nothing. */
const pauseMs = 900;
/** A customer who hears nothing for so long hangs up. */
const patienceMs = 14_000;

/**
 * A customer on a line, who speaks after each turn of the agent and hangs up after the last one, or who loses patience.
 * `advance` executes one tick.
 */
export class Customer {
  readonly line: BrowserLine;
  readonly #options: CustomerOptions;
  #conversation: Conversation | null = null;
  #frames: Int16Array[] = [];
  #saidCount = 0;
  #hasHeardAnswer = false;
  #nowMs = 0;
  /** The end of the last sound of either side. */
  #quietSinceMs = 0;
  #longestSilenceMs = 0;
  #hasHungUp = false;

  constructor(options: CustomerOptions) {
    this.#options = options;
    this.line = new BrowserLine({
      send: (frame) => this.#hear(frame),
      flush: () => undefined,
      keys: () => undefined,
    });
  }

  /** The words that the customer has said last; empty before the first ones. */
  get lastSaid(): string {
    return this.#options.says[this.#saidCount - 1]?.text ?? '';
  }

  /**
   * The longest time without a sound of the agent while the customer waited for it. A wait that lasts counts, except after
   * everything was said and answered.
   */
  get longestSilenceMs(): number {
    if (!this.isContent) this.#note();
    return Math.round(this.#longestSilenceMs);
  }

  /** Whether the customer has said everything and heard something after it. */
  get isContent(): boolean {
    return this.#saidCount === this.#options.says.length && this.#hasHeardAnswer;
  }

  connect(conversation: Conversation): void {
    this.#conversation = conversation;
    this.line.connect(conversation);
  }

  /** Sends the customer's next 20 ms, and lets the line execute its ticks. */
  advance(nowMs: number, nowEpochMs: number): void {
    if (this.#hasHungUp) return;
    if (this.#nowMs === 0) this.#quietSinceMs = nowMs;
    this.#nowMs = nowMs;
    const frame = this.#frames.shift();
    if (frame) this.#quietSinceMs = nowMs;
    this.line.receive(frame ?? new Int16Array(frameSamples), nowMs, nowEpochMs);
    this.line.advance(nowMs);
    if (frame === undefined) this.#react();
  }

  #hear(frame: Int16Array): void {
    if (!frame.some((sample) => Math.abs(sample) > levelMin)) return;
    this.#note();
    this.#quietSinceMs = this.#nowMs;
    this.#hasHeardAnswer = true;
  }

  #note(): void {
    this.#longestSilenceMs = Math.max(this.#longestSilenceMs, this.#nowMs - this.#quietSinceMs);
  }

  #react(): void {
    const quietMs = this.#nowMs - this.#quietSinceMs;
    if (quietMs > patienceMs) {
      this.#note();
      this.#hangUp();
    } else if (quietMs > pauseMs && this.#hasHeardAnswer && this.#conversation?.isBetweenTurns) this.#goOn();
  }

  #goOn(): void {
    const next = this.#options.says[this.#saidCount];
    if (!next) {
      this.#hangUp();
      return;
    }
    this.#saidCount++;
    this.#hasHeardAnswer = false;
    for (let at = 0; at < next.pcm.length; at += frameSamples) {
      const frame = new Int16Array(frameSamples);
      frame.set(next.pcm.subarray(at, at + frameSamples));
      this.#frames.push(frame);
    }
  }

  #hangUp(): void {
    this.#hasHungUp = true;
    this.#options.onHangUp();
  }
}
