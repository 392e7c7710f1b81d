import type { Playback } from '../../telephony/media/index.ts';
import type { CallLine } from './line.ts';
import type { LineClock } from './line-clock.ts';
import { ReadAhead } from './read-ahead.ts';
import type { SpeechFrame } from './speech-frame.ts';
import { SpokenAudio, type VoiceSettings } from './spoken-audio.ts';
import { heardOf, newUtterance, nothing, type Utterance } from './utterance.ts';

interface MouthOptions {
  line: CallLine;
  clock: LineClock;
  voice: VoiceSettings;
  /** The first piece of a frame was handed to the line. */
  onSounding: (frame: SpeechFrame) => void;
  /** There is nothing more to say. */
  onQuiet: () => void;
  /** No voice could speak a frame to its end; it counts as cut off. */
  onFailed: (error: unknown) => void;
  onSpoken: () => void;
}

/** Audio that the line has and has not sent: it bounds memory, and what a stalled process may leave unsaid. */
const aheadMsMax = 1600;
/** Pieces of a sentence that are held while the one before it is said. */
const piecesHeldMax = 25;
const unwanted = new Error('it is not to be said any more');

/**
 * Says one frame after the other on the line, one voice at a time. Its modes: **quiet**; **speaking**; **held**: the
 * wire is silent, and what had not been sent is kept, to go on from that sample; **closed**. What of a frame was
 * heard is known by what the line says it has sent.
 */
export class Mouth {
  readonly #options: MouthOptions;
  /** To be said; the first is being handed over. */
  #queue: Utterance[] = [];
  /** What the line gave back unsent, in order. */
  #unsent: { utterance: Utterance; pcm: Int16Array }[] = [];
  readonly #living = new Set<Utterance>();
  #aheadMs = 0;
  #inFlight = 0;
  #isHeld = false;
  /** The line was stopped, and what it gives back goes out again as soon as it has given back all. */
  #isRestarting = false;
  #isRunning = false;
  #isClosed = false;
  #saidUntilMs = Number.NEGATIVE_INFINITY;
  #wake: () => void = () => undefined;
  /** Something is to be said before what a voice is waited for. */
  #overtake: () => void = () => undefined;
  #quietWaiters: (() => void)[] = [];

  constructor(options: MouthOptions) {
    this.#options = options;
  }

  /** Whether there is anything that is being said, or is to be. */
  get isActive(): boolean {
    return this.#living.size > 0;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Whether something is said that the caller cannot cut off. */
  get isMarked(): boolean {
    return [...this.#living].some(({ frame, isCut }) => frame.kind === 'marked' && !isCut);
  }

  /** Whether audio is with the line now. */
  get isSounding(): boolean {
    return this.#inFlight > 0;
  }

  /** Where the last sound ended that was not broken off. */
  get saidUntilMs(): number {
    return this.#saidUntilMs;
  }

  /** How much of a frame's audio was sent, as far as the line has told; null: it is over. */
  playedMs(frame: SpeechFrame): number | null {
    for (const utterance of this.#living) if (utterance.frame === frame) return utterance.playedMs;
    return null;
  }

  say(frame: SpeechFrame): void {
    if (this.#isClosed) {
      frame.onHeard(nothing);
      return;
    }
    const utterance = this.#utteranceOf(frame);
    this.#queue.push(utterance);
    if (this.#queue.length <= 2) this.#begin(utterance);
    if (!this.#isRunning) void this.#run();
  }

  /** Says something before that for which a voice is waited; false: something else is being said. */
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

  /** What is still to be said cannot be cut off any more. */
  markAll(): void {
    for (const { frame } of this.#living) frame.kind = 'marked';
  }

  /** Silences the wire and keeps what was not sent. What is said meanwhile waits too. */
  hold(): void {
    if (this.#isHeld || this.#isClosed) return;
    this.#isHeld = true;
    if (this.#inFlight > 0) this.#options.line.stopPlaying();
  }

  /** Goes on where it was held. */
  resume(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#isRestarting = this.#unsent.length > 0 || this.#inFlight > 0;
    this.#restart();
    this.#wake();
  }

  /** Drops everything that is not marked, and goes on with what is. */
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

  /** Resolves when everything was said, cut off or dropped, and what of it was heard is known. */
  async quiet(): Promise<void> {
    if (this.isActive) await new Promise<void>((resolve) => this.#quietWaiters.push(resolve));
  }

  /** Silences the wire and drops everything, marked or not. */
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
      utterance.frame.ledger?.audio(this.#options.clock.nowMs);
      yield piece;
    }
  }

  /** Hands over frame after frame, and ends when there is none. */
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

  /** False: something else is to be said before it. */
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
    // Whoever is overtaken hears of a failure when it is waited for again.
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

  /** A piece has left the line; null: the line is gone. */
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

  /** Sends again what the stopped line has given back, once that is all of it. */
  #restart(): void {
    if (!this.#isRestarting || this.#isHeld || this.#inFlight > 0) return;
    this.#isRestarting = false;
    const unsent = this.#unsent;
    this.#unsent = [];
    for (const { utterance, pcm } of unsent) if (!utterance.isCut) this.#hand(utterance, pcm);
    this.#wake();
  }

  /** No more of it is said. */
  #cut(utterance: Utterance): void {
    utterance.isCut = true;
    utterance.abort.abort(unwanted);
    utterance.source?.close();
    this.#unsent = this.#unsent.filter((piece) => piece.utterance !== utterance);
    this.#queue = this.#queue.filter((other) => other !== utterance || utterance === this.#queue[0]);
    this.#wake();
    this.#settleUp(utterance);
  }

  /** Tells what was heard of a frame that is over. */
  #settleUp(utterance: Utterance): void {
    const { frame, isCut, isHanded, inFlight } = utterance;
    const isUnsent = this.#unsent.some((piece) => piece.utterance === utterance);
    if (utterance.isTold || inFlight > 0 || isUnsent || !(isCut || isHanded)) return;
    utterance.isTold = true;
    this.#living.delete(utterance);
    frame.onHeard(heardOf(utterance));
    if (this.isActive) return;
    for (const resolve of this.#quietWaiters.splice(0)) resolve();
    if (!this.#isClosed) this.#options.onQuiet();
  }
}
