import type { CallLine, LineEvents } from '../../conversation/pipeline/index.ts';
import {
  Hearing,
  type HearingOptions,
  type Playback,
  PlayQueue,
  samplesPerTick,
  tickMs,
} from '../../telephony/media/index.ts';

/** Both directions, mono. */
export const browserRateHz = 16_000;
/** Samples in one frame of 20 ms. */
export const frameSamples = samplesPerTick(browserRateHz);

/** Frames to buffer after an underrun, so that the next late frame leaves no gap. */
const cushionFrames = 2;
/** Buffered frames. Beyond them the oldest are dropped, so that the delay does not stay. */
const waitingFramesMax = 15;
/** Ticks made up after the process stalled; earlier ones are skipped. */
const lateTicksMax = 5;

/** The browser's end of the line. */
interface BrowserEnd {
  /** Plays a frame. The array is reused after the call. */
  send(frame: Int16Array): void;
  /** Drops audio that was sent and is not played yet. */
  flush(): void;
  /** Reports keys that the agent pressed. */
  keys(digits: string): void;
}

/**
 * The line of a browser call: what `MediaSession` is to a phone call, without RTP. Its clock starts with the first frame
 * from the browser and ticks every 20 ms of `advance`; each tick takes one frame in and sends one out. Voice activity and
 * the play queue are those of phone calls.
 */
export class BrowserLine implements CallLine {
  readonly sampleRateHz = browserRateHz;
  readonly isRecorded = false;
  readonly #end: BrowserEnd;
  readonly #hearing: Hearing;
  readonly #queue = new PlayQueue();
  readonly #playing = new Map<number, (playback: Playback) => void>();
  readonly #frame = new Int16Array(frameSamples);
  readonly #silence = new Int16Array(frameSamples);
  #conversation: LineEvents | null = null;
  /** Frames that arrived and wait for their tick. */
  #waiting: Int16Array[] = [];
  #isStarved = true;
  /** Tick 0 on the clock of `advance` and on the wall clock; null until the first frame. */
  #zero: { ms: number; epochMs: number } | null = null;
  #tick = 0;
  #silentUntilMs = 0;
  #nextId = 0;

  constructor(end: BrowserEnd) {
    this.#end = end;
    this.#hearing = new Hearing(browserRateHz, {
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

  /** Sends the line's events to this conversation from now on. */
  give(conversation: LineEvents): void {
    this.#conversation = conversation;
    if (this.#zero) conversation.mediaStarted(0);
  }

  listen(options: HearingOptions): void {
    this.#hearing.listen(options);
  }

  /** Takes whole frames from the browser. The first one starts the clock. */
  take(pcm: Int16Array, nowMs: number, nowEpochMs: number): void {
    for (let at = 0; at < pcm.length; at += frameSamples)
      this.#waiting.push(pcm.slice(at, at + frameSamples));
    if (this.#waiting.length > waitingFramesMax)
      this.#waiting.splice(0, this.#waiting.length - cushionFrames);
    if (this.#zero) return;
    this.#zero = { ms: nowMs, epochMs: nowEpochMs };
    this.#conversation?.mediaStarted(0);
  }

  /** Takes a key that was pressed in the browser. */
  press(digit: string): void {
    if (this.#zero) this.#conversation?.dtmf({ digit, atMs: this.#tick * tickMs });
  }

  /** Executes the ticks that are due. Must be called at least every 20 ms. */
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
    const yieldMs = this.#hearing.hear(this.#next(), atMs, this.#queue.isEmpty ? null : this.#frame);
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
