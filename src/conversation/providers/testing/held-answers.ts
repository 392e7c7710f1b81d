/** The behaviour of a test server's next answer: it passes, waits after its first part, or breaks there. */
type Fate = 'go' | 'hold' | 'break';

/** An answer that is held after its first part. */
interface HeldAnswer {
  /** Releases the rest. */
  release(): void;
  /** Resolves when the client has abandoned the answer. */
  abandoned: Promise<void>;
}

/** Lets a test hold a server in the middle of an answer. The server sends each answer through it. */
export class HeldAnswers {
  #next: { fate: Fate; released: Promise<void>; onAbandoned: () => void } | null = null;

  holdNext(): HeldAnswer {
    const released = Promise.withResolvers<void>();
    const abandoned = Promise.withResolvers<void>();
    this.#next = { fate: 'hold', released: released.promise, onAbandoned: abandoned.resolve };
    return { release: released.resolve, abandoned: abandoned.promise };
  }

  breakNext(): void {
    this.#next = { fate: 'break', released: Promise.resolve(), onAbandoned: () => undefined };
  }

  /**
   * Sends the parts of one answer in that way. Resolves with false when it broke; the server must then cut the
   * connection. `gone` resolves when the client has disconnected.
   */
  async play<Part>(
    parts: readonly Part[],
    gone: Promise<void>,
    send: (part: Part) => unknown,
  ): Promise<boolean> {
    const answer = this.#next;
    this.#next = null;
    for (const [at, part] of parts.entries()) {
      if (at === 1 && answer) {
        let left = false;
        const leaving = gone.then(() => {
          left = true;
          answer.onAbandoned();
        });
        if (answer.fate === 'break') return false;
        await Promise.race([answer.released, leaving]);
        if (left) return true;
      }
      await send(part);
    }
    return true;
  }
}
