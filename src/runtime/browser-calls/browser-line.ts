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
const framesAfterUnderrun = 2;
/** Maximum buffered frames. Beyond them, all but the newest two are dropped, so that the delay does not last. */
const bufferedFramesMax = 15;
/** Maximum ticks to make up for after the process stalled. Earlier ones are skipped. */
const lateTicksMax = 5;

/** A minute, in pieces of 20 ms. */
const waitingMax = 3_000;

type SpeechBeginning = Parameters<LineEvents['speechStarted']>[0];

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
 * The line of a browser call, as `MediaSession` is the line of a phone call. Its clock starts with the first frame from
 * the browser. `advance` executes a tick for every 20 ms; a tick hears one frame and sends one. Voice activity and the
 * play queue are those of phone calls.
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
  /** What happened since the line was suspended, and the speech that had begun then; null while it is not. */
  #waiting: { events: ((conversation: LineEvents) => void)[]; speech: SpeechBeginning | null } | null = null;
  /** The beginning of the caller's speech while it lasts. */
  #speech: SpeechBeginning | null = null;
  /** Frames from the browser that no tick has heard yet. */
  #buffered: Int16Array[] = [];
  #isStarved = true;
  /** Tick 0 on the clock of `advance` and on the wall clock; null until the first frame. */
  #zero: { ms: number; epochMs: number } | null = null;
  #tick = 0;
  #silentUntilMs = 0;
  #nextId = 0;

  constructor(end: BrowserEnd) {
    this.#end = end;
    this.#hearing = new Hearing(browserRateHz, {
      audio: (lent, atMs) => {
        const pcm = new Int16Array(lent);
        this.#pass((conversation) => conversation.audio({ pcm, atMs }));
      },
      speech: (type, atMs, decidedAtMs) => {
        const event = { atMs, decidedAtMs };
        if (type === 'started') this.#speech = event;
        else if (type === 'ended') this.#speech = null;
        this.#pass((conversation) => {
          if (type === 'started') conversation.speechStarted(event);
          else if (type === 'paused') conversation.speechPaused(event);
          else if (type === 'background') conversation.backgroundHeard(event);
          else if (type === 'wordless') conversation.speechDoubted();
          else if (type === 'continued') conversation.speechContinued();
          else conversation.speechEnded(event);
        });
      },
    });
  }

  get timeZeroEpochMs(): number | null {
    return this.#zero?.epochMs ?? null;
  }

  /** Sends the line's events to this conversation from now on, and before them those since `suspend`. */
  connect(conversation: LineEvents): void {
    this.#conversation = conversation;
    if (this.#zero) conversation.mediaStarted(0);
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting?.speech) conversation.speechStarted(waiting.speech);
    for (const event of waiting?.events ?? []) event(conversation);
  }

  /** Keeps what the caller says and presses for the conversation that is connected next. */
  suspend(): void {
    this.#waiting = { events: [], speech: this.#speech };
  }

  listen(options: HearingOptions): void {
    this.#hearing.listen(options);
  }

  /** Buffers whole frames from the browser. The first one starts the clock. */
  receive(pcm: Int16Array, nowMs: number, nowEpochMs: number): void {
    for (let at = 0; at < pcm.length; at += frameSamples)
      this.#buffered.push(pcm.slice(at, at + frameSamples));
    if (this.#buffered.length > bufferedFramesMax)
      this.#buffered.splice(0, this.#buffered.length - framesAfterUnderrun);
    if (this.#zero) return;
    this.#zero = { ms: nowMs, epochMs: nowEpochMs };
    this.#conversation?.mediaStarted(0);
  }

  /** Passes on a key that was pressed in the browser. */
  press(digit: string): void {
    if (!this.#zero) return;
    const atMs = this.#tick * tickMs;
    this.#pass((conversation) => conversation.dtmf({ digit, atMs }));
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

  #pass(event: (conversation: LineEvents) => void): void {
    if (this.#waiting === null) {
      if (this.#conversation) event(this.#conversation);
    } else if (this.#waiting.events.length < waitingMax) this.#waiting.events.push(event);
  }

  #doTick(atMs: number): void {
    const yieldMs = this.#hearing.hear(this.#next(), atMs, this.#queue.isEmpty ? null : this.#frame);
    if (yieldMs > 0) this.#silentUntilMs = atMs + yieldMs;
    if (this.#queue.isEmpty || atMs < this.#silentUntilMs) return;
    const finished = this.#queue.take(this.#frame, atMs);
    this.#end.send(this.#frame);
    for (const { id, playback } of finished) this.#settle(id, playback);
  }

  #next(): Int16Array {
    if (this.#isStarved && this.#buffered.length < framesAfterUnderrun) return this.#silence;
    const frame = this.#buffered.shift();
    this.#isStarved = frame === undefined;
    return frame ?? this.#silence;
  }

  #settle(id: number, playback: Playback): void {
    this.#playing.get(id)?.(playback);
    this.#playing.delete(id);
  }
}
