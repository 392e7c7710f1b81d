import type { Playback } from '../../telephony/media/index.ts';
import type { TurnLedger } from './ledger.ts';
import type { CallLine } from './line.ts';
import type { LineClock } from './line-clock.ts';
import { PreparedSpeech } from './prepared-speech.ts';
import { ReadAhead } from './read-ahead.ts';
import type { SpeechFrame } from './speech-frame.ts';
import { SpokenAudio, type VoiceSettings } from './spoken-audio.ts';
import { heardOf, newUtterance, nothing, type Utterance } from './utterance.ts';

interface SpeechOutputOptions {
  line: CallLine;
  clock: LineClock;
  voice: VoiceSettings;
  /** The line received the first piece of a frame. */
  onSounding: (frame: SpeechFrame) => void;
  /** Nothing is left to say. */
  onQuiet: () => void;
  /** No voice could speak a frame to its end; the frame counts as interrupted. */
  onFailed: (error: unknown) => void;
  onSpoken: () => void;
}

/** The most unsent audio in the line's queue. It bounds memory. */
const aheadMsMax = 1600;
/** The most pieces of the next sentence that are read ahead. */
const piecesHeldMax = 25;
const unwanted = new Error('the speech was interrupted');

/**
 * Plays speech frames on the line, one after the other. The heard part of each frame follows from the line's report of
 * sent audio. Its modes:
 *
 * - **quiet**
 * - **speaking**
 * - **held**: the line is silent, and the unsent samples are kept to continue from there.
 * - **closed**
 */
export class SpeechOutput {
  readonly #options: SpeechOutputOptions;
  /** Frames to say; the first is being passed to the line. */
  #queue: Utterance[] = [];
  /** The unsent rests of stopped pieces, in order. */
  #unsent: { utterance: Utterance; pcm: Int16Array }[] = [];
  readonly #living = new Set<Utterance>();
  #aheadMs = 0;
  #inFlight = 0;
  #isHeld = false;
  /** The line was stopped. The unsent pieces go out again once the line has returned all of them. */
  #isRestarting = false;
  #isRunning = false;
  #isClosed = false;
  #saidUntilMs = Number.NEGATIVE_INFINITY;
  #wake: () => void = () => undefined;
  /** Lets a filler play before the frame that waits for a voice. */
  #overtake: () => void = () => undefined;
  #quietWaiters: (() => void)[] = [];

  constructor(options: SpeechOutputOptions) {
    this.#options = options;
  }

  /** Whether anything is playing or queued. */
  get isActive(): boolean {
    return this.#living.size > 0;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Whether a frame is playing or queued that the caller cannot interrupt. */
  get isMarked(): boolean {
    return [...this.#living].some(({ frame, isCut }) => frame.kind === 'marked' && !isCut);
  }

  /** Whether the line has audio to send. */
  get isSounding(): boolean {
    return this.#inFlight > 0;
  }

  /** The end of the last piece that was sent whole. */
  get saidUntilMs(): number {
    return this.#saidUntilMs;
  }

  /** Returns how much of a frame's audio the line has sent; `null` when the frame is over. */
  playedMs(frame: SpeechFrame): number | null {
    for (const utterance of this.#living) if (utterance.frame === frame) return utterance.playedMs;
    return null;
  }

  say(frame: SpeechFrame): void {
    if (this.#isClosed) {
      frame.audio?.close?.();
      frame.onHeard(nothing);
      return;
    }
    const utterance = this.#utteranceOf(frame);
    this.#queue.push(utterance);
    if (this.#queue.length <= 2) this.#begin(utterance);
    if (!this.#isRunning) void this.#run();
  }

  /** Says a frame before the one that waits for a voice. Returns false when audio is already playing. */
  sayNext(frame: SpeechFrame): boolean {
    const [first] = this.#queue;
    if (!first || first.startMs !== null || first.inFlight > 0 || this.#isHeld || this.#isClosed)
      return false;
    this.#queue.unshift(this.#utteranceOf(frame));
    this.#overtake();
    return true;
  }

  #utteranceOf(frame: SpeechFrame): Utterance {
    const abort = new AbortController();
    const audio =
      frame.audio ?? new SpokenAudio(this.#options.voice, frame.text, abort.signal, !this.isActive);
    const utterance = newUtterance(frame, audio, abort);
    this.#living.add(utterance);
    return utterance;
  }

  /** Asks a voice for speech that may be said later, in a frame of its own. */
  prepare(text: string): PreparedSpeech {
    const { voice, clock } = this.#options;
    return new PreparedSpeech(voice, text, () => clock.nowMs);
  }

  /** Makes all current frames uninterruptible. */
  markAll(): void {
    for (const { frame } of this.#living) frame.kind = 'marked';
  }

  /** Makes the frames of a turn interruptible. */
  unmark(turn: TurnLedger): void {
    for (const { frame } of this.#living) if (frame.ledger === turn) frame.kind = 'data';
  }

  /** Stops the line and keeps the unsent audio. New frames wait too. */
  hold(): void {
    if (this.#isHeld || this.#isClosed) return;
    this.#isHeld = true;
    if (this.#inFlight > 0) this.#options.line.stopPlaying();
  }

  /** Continues where `hold` stopped. */
  resume(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#isRestarting = this.#unsent.length > 0 || this.#inFlight > 0;
    this.#restart();
    this.#wake();
  }

  /** Drops all `data` frames, and continues with the `marked` ones. */
  interrupt(): void {
    const dropped = [...this.#living].filter(({ frame, isCut }) => frame.kind === 'data' && !isCut);
    if (!this.#isHeld && dropped.some(({ inFlight }) => inFlight > 0)) {
      this.#isRestarting = true;
      this.#options.line.stopPlaying();
    }
    for (const utterance of dropped) this.#cut(utterance);
    if (this.#isHeld) this.resume();
    else this.#restart();
  }

  /** Resolves when every frame was played, interrupted or dropped, and its heard part is known. */
  async quiet(): Promise<void> {
    if (this.isActive) await new Promise<void>((resolve) => this.#quietWaiters.push(resolve));
  }

  /** Stops the line and drops all frames. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#inFlight > 0) this.#options.line.stopPlaying();
    for (const utterance of [...this.#living]) this.#cut(utterance);
    this.#unsent = [];
    this.#wake();
  }

  #begin(utterance: Utterance | undefined): void {
    if (!utterance || utterance.source !== null || utterance.isCut) return;
    const { frame, audio } = utterance;
    frame.ledger?.voiceAsked(this.#options.clock.nowMs);
    utterance.source = new ReadAhead(
      this.#noted(utterance, audio.pieces(frame.ready ?? null)),
      piecesHeldMax,
    );
  }

  async *#noted(utterance: Utterance, pieces: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
    for await (const piece of pieces) {
      const { ledger } = utterance.frame;
      ledger?.audio(this.#options.clock.nowMs);
      if (utterance.audio.spokenBy) ledger?.spokenBy(utterance.audio.spokenBy);
      yield piece;
    }
  }

  /** Passes one frame after the other to the line. Ends when the queue is empty. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let utterance = this.#queue[0]; utterance; utterance = this.#queue[0]) {
      this.#begin(utterance);
      this.#begin(this.#queue[1]);
      if (!(await this.#handOver(utterance))) continue;
      utterance.isHanded = true;
      this.#queue = this.#queue.filter((other) => other !== utterance);
      this.#settleUp(utterance);
    }
    this.#isRunning = false;
  }

  /** Passes a frame to the line. Returns false when another frame goes first. */
  async #handOver(utterance: Utterance): Promise<boolean> {
    try {
      for (;;) {
        const piece = await this.#next(utterance);
        if (piece === 'overtaken') return false;
        if (piece === null) break;
        while (!utterance.isCut && (this.#isHeld || this.#isRestarting || this.#aheadMs >= aheadMsMax)) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
        if (utterance.isCut) return true;
        this.#hand(utterance, piece);
      }
      if (!utterance.isCut) this.#options.onSpoken();
    } catch (error) {
      if (utterance.isCut) return true;
      this.#cut(utterance);
      this.#options.onFailed(error);
    }
    return true;
  }

  async #next(utterance: Utterance): Promise<Int16Array | null | 'overtaken'> {
    const next = utterance.next ?? utterance.source?.take() ?? Promise.resolve(null);
    utterance.next = next;
    // If another frame overtakes, the next call awaits this promise again and gets its failure.
    next.catch(() => undefined);
    const overtaken = new Promise<'overtaken'>((resolve) => {
      this.#overtake = () => resolve('overtaken');
    });
    const piece = await Promise.race([next, overtaken]);
    if (piece !== 'overtaken') utterance.next = null;
    return piece;
  }

  #hand(utterance: Utterance, pcm: Int16Array): void {
    const { line, onSounding } = this.#options;
    const ms = (pcm.length * 1000) / line.sampleRateHz;
    if (utterance.inFlight === 0 && utterance.startMs === null) onSounding(utterance.frame);
    utterance.inFlight++;
    this.#inFlight++;
    this.#aheadMs += ms;
    const done = (playback: Playback | null) => {
      utterance.inFlight--;
      this.#inFlight--;
      this.#aheadMs -= ms;
      this.#sent(utterance, pcm, playback);
    };
    line.play(pcm).then(done, () => done(null));
  }

  /** Handles a piece that the line sent or returned; `null` when the line is closed. */
  #sent(utterance: Utterance, pcm: Int16Array, playback: Playback | null): void {
    if (playback && playback.playedMs > 0) {
      utterance.startMs ??= playback.startMs;
      utterance.frame.ledger?.sent(playback.startMs);
      utterance.endMs = playback.endMs;
      utterance.playedMs += playback.playedMs;
      if (playback.completed) this.#saidUntilMs = playback.endMs;
    }
    if (playback && !playback.completed && !utterance.isCut) {
      const sentSamples = Math.round((playback.playedMs * this.#options.line.sampleRateHz) / 1000);
      this.#unsent.push({ utterance, pcm: pcm.subarray(sentSamples) });
    }
    if (playback === null && !utterance.isCut) this.#cut(utterance);
    this.#restart();
    this.#settleUp(utterance);
    this.#wake();
  }

  /** Sends the returned pieces again, once the stopped line has returned all of them. */
  #restart(): void {
    if (!this.#isRestarting || this.#isHeld || this.#inFlight > 0) return;
    this.#isRestarting = false;
    const unsent = this.#unsent;
    this.#unsent = [];
    for (const { utterance, pcm } of unsent) if (!utterance.isCut) this.#hand(utterance, pcm);
    this.#wake();
  }

  #cut(utterance: Utterance): void {
    utterance.isCut = true;
    utterance.abort.abort(unwanted);
    utterance.audio.close?.();
    utterance.source?.close();
    this.#unsent = this.#unsent.filter((piece) => piece.utterance !== utterance);
    this.#queue = this.#queue.filter((other) => other !== utterance || utterance === this.#queue[0]);
    this.#wake();
    this.#settleUp(utterance);
  }

  /** Reports the heard part of a frame that is over. */
  #settleUp(utterance: Utterance): void {
    const { frame, isCut, isHanded, inFlight } = utterance;
    const isUnsent = this.#unsent.some((piece) => piece.utterance === utterance);
    if (utterance.isReported || inFlight > 0 || isUnsent || !(isCut || isHanded)) return;
    utterance.isReported = true;
    this.#living.delete(utterance);
    frame.onHeard(heardOf(utterance));
    if (this.isActive) return;
    for (const resolve of this.#quietWaiters.splice(0)) resolve();
    if (!this.#isClosed) this.#options.onQuiet();
  }
}
