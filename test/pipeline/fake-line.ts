import { vi } from 'vitest';
import type { CallLine } from '../../src/conversation/pipeline/index.ts';

type Playback = Awaited<ReturnType<CallLine['play']>>;

const tickMs = 20;
export const lineRateHz = 8000;
const samplesPerTick = (lineRateHz * tickMs) / 1000;

interface Piece {
  pcm: Int16Array;
  sent: number;
  startMs: number;
  resolve: (playback: Playback) => void;
}

/** A line on Vitest's virtual clock. It sends 20 ms of audio each 20 ms, and keeps what it sent. */
export class FakeLine implements CallLine {
  readonly sampleRateHz = lineRateHz;
  readonly timeZeroEpochMs: number;
  /** All sent audio, silence included, from position zero on. */
  readonly sent: number[] = [];
  readonly keys: string[] = [];
  readonly pauses: boolean[] = [];
  isRecorded = true;
  recordsPeer: boolean | null = null;
  /** The most queued audio, in ms. */
  aheadMaxMs = 0;
  #pieces: Piece[] = [];

  /** `atMs` is the position now. */
  constructor(atMs = 0) {
    this.timeZeroEpochMs = Date.now() - atMs;
  }

  get nowMs(): number {
    return Date.now() - this.timeZeroEpochMs;
  }

  play(pcm: Int16Array): Promise<Playback> {
    return new Promise((resolve) => {
      this.#pieces.push({ pcm, sent: 0, startMs: 0, resolve });
      const waiting = this.#pieces.reduce((sum, piece) => sum + piece.pcm.length - piece.sent, 0);
      this.aheadMaxMs = Math.max(this.aheadMaxMs, (waiting * 1000) / lineRateHz);
    });
  }

  stopPlaying(): void {
    for (const piece of this.#pieces.splice(0)) this.#finish(piece, false, this.#sentMs);
  }

  async sendDtmf(digits: string): Promise<void> {
    this.keys.push(digits);
  }

  recordPeer(isRecorded: boolean): void {
    this.recordsPeer = isRecorded;
  }

  pauseRecording(paused: boolean): void {
    this.pauses.push(paused);
  }

  /** Advances the clock, tick by tick. */
  async advance(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += tickMs) {
      await vi.advanceTimersByTimeAsync(tickMs);
      this.#tick();
      await vi.advanceTimersByTimeAsync(0);
    }
  }

  /** Returns whether only silence was sent between two positions. */
  isSilent(fromMs: number, toMs: number): boolean {
    return this.sent
      .slice((fromMs * lineRateHz) / 1000, (toMs * lineRateHz) / 1000)
      .every((sample) => sample === 0);
  }

  get #sentMs(): number {
    return (this.sent.length * 1000) / lineRateHz;
  }

  #tick(): void {
    // Positions follow the virtual clock, even when a test advanced it without ticks.
    while (this.#sentMs + tickMs < this.nowMs) this.sent.push(...Array<number>(samplesPerTick).fill(0));
    for (let left = samplesPerTick; left > 0; ) {
      const piece = this.#pieces[0];
      if (!piece) {
        this.sent.push(...Array<number>(left).fill(0));
        return;
      }
      if (piece.sent === 0) piece.startMs = this.#sentMs;
      const part = piece.pcm.subarray(piece.sent, piece.sent + left);
      this.sent.push(...part);
      piece.sent += part.length;
      left -= part.length;
      if (piece.sent < piece.pcm.length) continue;
      this.#pieces.shift();
      this.#finish(piece, true, this.#sentMs);
    }
  }

  #finish({ sent, startMs, resolve }: Piece, completed: boolean, endMs: number): void {
    const playedMs = (sent * 1000) / lineRateHz;
    resolve({ startMs: sent === 0 ? endMs : startMs, endMs, playedMs, completed });
  }
}
