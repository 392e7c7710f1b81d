import { tickMs } from '../codec/pcm.ts';

/** The outcome of a piece of audio. Positions are milliseconds on the session's clock. */
export interface Playback {
  /** The position at which the first sample was sent. */
  startMs: number;
  /** The position just after the last sample that was sent. */
  endMs: number;
  /** The length of the audio that was sent. */
  playedMs: number;
  /** False when the piece was stopped before its end. */
  completed: boolean;
}

export interface FinishedPiece {
  id: number;
  playback: Playback;
}

interface Piece {
  id: number;
  pcm: Int16Array;
  sent: number;
  startMs: number;
  endMs: number;
  /** Milliseconds of one sample; 0 before the first tick of the piece. */
  sampleMs: number;
}

const none: readonly FinishedPiece[] = [];

/**
 * The audio that a session has still to send. Pieces follow each other without a gap: the next one begins with the very
 * next sample, also within a tick. The caller bounds the queue.
 */
export class PlayQueue {
  readonly #pieces: Piece[] = [];
  /** The faded end of a piece that was stopped, for the tick at `atMs`. */
  #tail: { pcm: Int16Array; atMs: number } | null = null;
  /** Whether the next piece is faded in, because it may continue a stopped one in the middle of a wave. */
  #fadesIn = false;
  /** 5 ms at the rate of the last frame. */
  #fadeSamples = 0;

  /** Appends audio. An empty piece finishes with the piece before it, or with the next tick. */
  push(id: number, pcm: Int16Array): void {
    const samples = this.#fadesIn ? fadedIn(pcm, this.#fadeSamples) : pcm;
    this.#fadesIn = false;
    this.#pieces.push({ id, pcm: samples, sent: 0, startMs: 0, endMs: 0, sampleMs: 0 });
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Whether no piece waits that was pushed before `id`. Ids must grow. */
  isPast(id: number): boolean {
    const first = this.#pieces[0];
    return !first || first.id > id;
  }

  /**
   * Takes the samples of the tick at `positionMs` into `frame`, padded with silence. Only pieces that were pushed before
   * `beforeId` are taken. Returns the pieces that end in this tick.
   */
  take(frame: Int16Array, positionMs: number, beforeId = Infinity): readonly FinishedPiece[] {
    this.#fadeSamples = frame.length / 4;
    let filled = 0;
    let finished: FinishedPiece[] | null = null;
    for (;;) {
      const piece = this.#pieces[0];
      if (!piece || piece.id > beforeId || (filled === frame.length && piece.pcm.length > 0)) break;
      if (piece.sent === 0) piece.startMs = positionMs + (filled * tickMs) / frame.length;
      const count = Math.min(frame.length - filled, piece.pcm.length - piece.sent);
      for (let i = 0; i < count; i++) frame[filled + i] = piece.pcm[piece.sent + i]!;
      filled += count;
      piece.sampleMs = tickMs / frame.length;
      piece.sent += count;
      piece.endMs = positionMs + (filled * tickMs) / frame.length;
      if (piece.sent < piece.pcm.length) break;
      this.#pieces.shift();
      finished ??= [];
      finished.push(finish(piece, true));
    }
    frame.fill(0, filled);
    this.#addTail(frame, positionMs);
    return finished ?? none;
  }

  /**
   * Removes everything. A piece that never began has no length at `positionMs`. The tick at `positionMs` begins with the
   * next 5 ms of a piece that has begun, faded out, so that no click is heard.
   */
  clear(positionMs: number): FinishedPiece[] {
    const [first] = this.#pieces;
    if (first && first.sent > 0) {
      const rest = first.pcm.subarray(first.sent, first.sent + this.#fadeSamples);
      this.#tail = {
        pcm: rest.map((sample, n) => Math.round(sample * (1 - n / rest.length))),
        atMs: positionMs,
      };
      this.#fadesIn = true;
    }
    return this.#pieces.splice(0).map((piece) => {
      if (piece.sent === 0) piece.startMs = piece.endMs = positionMs;
      return finish(piece, false);
    });
  }

  #addTail(frame: Int16Array, positionMs: number): void {
    const tail = this.#tail;
    if (tail === null) return;
    this.#tail = null;
    if (tail.atMs !== positionMs) return;
    for (let n = 0; n < tail.pcm.length; n++)
      frame[n] = Math.max(-32_768, Math.min(32_767, frame[n]! + tail.pcm[n]!));
  }
}

function fadedIn(pcm: Int16Array, fadeSamples: number): Int16Array {
  const faded = pcm.slice();
  const count = Math.min(fadeSamples, pcm.length);
  for (let n = 0; n < count; n++) faded[n] = Math.round((pcm[n]! * n) / count);
  return faded;
}

function finish(piece: Piece, completed: boolean): FinishedPiece {
  const playedMs = piece.sent * piece.sampleMs;
  return { id: piece.id, playback: { startMs: piece.startMs, endMs: piece.endMs, playedMs, completed } };
}
