import type { CallLine, LineEvents } from '../../conversation/pipeline/index.ts';
import {
  Hearing,
  type HearingOptions,
  type Playback,
  PlayQueue,
  samplesPerTick,
  tickMs,
} from '../../telephony/media/index.ts';

/** Samples a second of both directions, mono. */
export const talkRateHz = 16_000;
/** Samples of one frame of 20 ms. */
export const frameSamples = samplesPerTick(talkRateHz);

/** Frames that are waited for where there was none, so that the next late one is no gap. */
const cushionFrames = 2;
/** Frames that wait at most; beyond it the oldest are left out, so that nobody is heard late from then on. */
const waitingFramesMax = 15;
/** Ticks that are made up for where the process stood still; before them nothing was heard or said. */
const lateTicksMax = 5;

/** What a line does at its other end, in the browser. */
interface BrowserEnd {
  /** A frame of what is said, which is only lent. */
  send(frame: Int16Array): void;
  /** What was sent and is not heard yet is not to be heard any more. */
  flush(): void;
  /** The agent pressed keys. */
  keys(digits: string): void;
}

/**
 * The line to somebody at a browser, as a conversation knows it: what a MediaSession is to a telephone call, without RTP.
 * The clock begins with the first frame that comes, and ticks every 20 ms of `advance`: a tick hears one frame and
 * sends one. Voice activity and playing are those of calls.
 */
export class BrowserLine implements CallLine {
  readonly sampleRateHz = talkRateHz;
  readonly isRecorded = false;
  readonly #end: BrowserEnd;
  readonly #hearing: Hearing;
  readonly #queue = new PlayQueue();
  readonly #playing = new Map<number, (playback: Playback) => void>();
  readonly #frame = new Int16Array(frameSamples);
  readonly #silence = new Int16Array(frameSamples);
  #conversation: LineEvents | null = null;
  /** Frames that came and were not heard yet. */
  #waiting: Int16Array[] = [];
  #isStarved = true;
  /** Where tick 0 is on the clock of `advance`, and on the wall's; null: nothing has come. */
  #zero: { ms: number; epochMs: number } | null = null;
  #tick = 0;
  #silentUntilMs = 0;
  #nextId = 0;

  constructor(end: BrowserEnd) {
    this.#end = end;
    this.#hearing = new Hearing(talkRateHz, {
      audio: (lent, atMs) => this.#conversation?.audio({ pcm: new Int16Array(lent), atMs }),
      speech: (type, atMs, decidedAtMs) => {
        if (type === 'started') this.#conversation?.speechStarted({ atMs, decidedAtMs });
        else this.#conversation?.speechEnded({ atMs, decidedAtMs });
      },
    });
  }

  get timeZeroEpochMs(): number | null {
    return this.#zero?.epochMs ?? null;
  }

  /** What the line tells is for this conversation from now on. */
  give(conversation: LineEvents): void {
    this.#conversation = conversation;
    if (this.#zero) conversation.mediaStarted(0);
  }

  listen(options: HearingOptions): void {
    this.#hearing.listen(options);
  }

  /** Takes whole frames from the browser; the first of all starts the clock. */
  take(pcm: Int16Array, nowMs: number, nowEpochMs: number): void {
    for (let at = 0; at < pcm.length; at += frameSamples)
      this.#waiting.push(pcm.slice(at, at + frameSamples));
    if (this.#waiting.length > waitingFramesMax)
      this.#waiting.splice(0, this.#waiting.length - cushionFrames);
    if (this.#zero) return;
    this.#zero = { ms: nowMs, epochMs: nowEpochMs };
    this.#conversation?.mediaStarted(0);
  }

  /** A key was pressed in the browser. */
  press(digit: string): void {
    if (this.#zero) this.#conversation?.dtmf({ digit, atMs: this.#tick * tickMs });
  }

  /** Does the ticks that are due; called often. */
  advance(nowMs: number): void {
    if (!this.#zero) return;
    const dueTicks = Math.floor((nowMs - this.#zero.ms) / tickMs) + 1;
    this.#tick = Math.max(this.#tick, dueTicks - lateTicksMax);
    while (this.#tick < dueTicks) this.#doTick(this.#tick++ * tickMs);
  }

  play(pcm: Int16Array): Promise<Playback> {
    const id = ++this.#nextId;
    this.#queue.push(id, new Int16Array(pcm));
    return new Promise((resolve) => this.#playing.set(id, resolve));
  }

  stopPlaying(): void {
    for (const { id, playback } of this.#queue.clear(this.#tick * tickMs)) this.#settle(id, playback);
    this.#end.flush();
  }

  async sendDtmf(digits: string): Promise<void> {
    this.#end.keys(digits);
  }

  pauseRecording(): void {}

  recordPeer(): void {}

  #doTick(atMs: number): void {
    const yieldMs = this.#hearing.hear(this.#next(), atMs, !this.#queue.isEmpty);
    if (yieldMs > 0) this.#silentUntilMs = atMs + yieldMs;
    if (this.#queue.isEmpty || atMs < this.#silentUntilMs) return;
    const finished = this.#queue.take(this.#frame, atMs);
    this.#end.send(this.#frame);
    for (const { id, playback } of finished) this.#settle(id, playback);
  }

  #next(): Int16Array {
    if (this.#isStarved && this.#waiting.length < cushionFrames) return this.#silence;
    const frame = this.#waiting.shift();
    this.#isStarved = frame === undefined;
    return frame ?? this.#silence;
  }

  #settle(id: number, playback: Playback): void {
    this.#playing.get(id)?.(playback);
    this.#playing.delete(id);
  }
}
