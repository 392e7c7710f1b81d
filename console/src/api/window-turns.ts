/**
 * Windows of one browser that follow streams at a time. Each has two streams at most, so that two of the six connections
 * that browsers open to a host over HTTP/1.1 remain for requests.
 */
const followingMax = 2;

/** Notifies the other windows that the user focused this one, or that it is hidden or closed (`atMs` null). */
export interface WindowTurn {
  windowId: string;
  atMs: number | null;
}

/** Decides which windows follow streams: the visible windows that the user focused last. */
export class WindowTurns {
  readonly #windowId: string;
  readonly #post: (turn: WindowTurn) => void;
  readonly #later = new Set<string>();
  #atMs: number | null = null;

  constructor(windowId: string, post: (turn: WindowTurn) => void) {
    this.#windowId = windowId;
    this.#post = post;
  }

  get isShown(): boolean {
    return this.#atMs !== null;
  }

  get mayFollow(): boolean {
    return this.isShown && this.#later.size < followingMax;
  }

  /** Must be called when this window is shown or focused. */
  turnTo(atMs: number): void {
    this.#atMs = atMs;
    this.#later.clear();
    this.#post({ windowId: this.#windowId, atMs });
  }

  /** Must be called when this window is hidden or closed. */
  leave(): void {
    this.#atMs = null;
    this.#post({ windowId: this.#windowId, atMs: null });
  }

  /** Handles the turn of another window. Of turns in the same millisecond, the one with the greater id counts as later.
   */
  hear({ windowId, atMs }: WindowTurn): void {
    if (atMs === null) this.#later.delete(windowId);
    else if (this.#atMs === null) return;
    else if (atMs > this.#atMs || (atMs === this.#atMs && windowId > this.#windowId))
      this.#later.add(windowId);
  }
}
