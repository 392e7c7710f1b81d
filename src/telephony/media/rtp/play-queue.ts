import { tickMs } from '../codec/pcm.ts';

/**
 * What became of one piece of audio. `startMs` and `endMs` are positions on the session's clock, where its first
 * sample was sent and where its last one ended; `playedMs` is how much of it was sent.
 */
export interface Playback {
  startMs: number;
  endMs: number;
  playedMs: number;
  /** False if it was stopped before its end. */
  completed: boolean;
}

/** A piece of audio that has left the queue. */
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
  /** Milliseconds of one sample; known once it is being sent. */
  sampleMs: number;
}

const none: readonly FinishedPiece[] = [];

/**
 * The audio that a session has still to send, piece after piece without a gap: where one ends within a tick the next
 * begins with the very next sample. Its bound is kept by who fills it.
 */
export class PlayQueue {
  readonly #pieces: Piece[] = [];

  /** Appends audio. An empty piece is done with the one before it, or with the next tick. */
  push(id: number, pcm: Int16Array): void {
    this.#pieces.push({ id, pcm, sent: 0, startMs: 0, endMs: 0, sampleMs: 0 });
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Whether nothing waits that was pushed before `id`; ids grow. */
  isPast(id: number): boolean {
    const first = this.#pieces[0];
    return !first || first.id > id;
  }

  /**
   * Takes the samples of the tick at `positionMs` into `frame`, filled up with silence: those of the pieces that were
   * pushed before `beforeId`. Returns the pieces whose last sample is in this tick.
   */
  take(frame: Int16Array, positionMs: number, beforeId = Infinity): readonly FinishedPiece[] {
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
    return finished ?? none;
  }

  /** Removes everything; what was never begun counts as of no length at `positionMs`. */
  clear(positionMs: number): FinishedPiece[] {
    return this.#pieces.splice(0).map((piece) => {
      if (piece.sent === 0) piece.startMs = piece.endMs = positionMs;
      return finish(piece, false);
    });
  }
}

function finish(piece: Piece, completed: boolean): FinishedPiece {
  const playedMs = piece.sent * piece.sampleMs;
  return { id: piece.id, playback: { startMs: piece.startMs, endMs: piece.endMs, playedMs, completed } };
}
