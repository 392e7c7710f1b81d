/** The Call-IDs of what is going on: so that what belongs to it is known before it is read. */
export class CallIds {
  readonly #held = new Map<string, number>();
  /** Those of them that a peer has shown to be its own. */
  readonly #proven = new Set<string>();
  /** Our tags in them, which were told to the address of the peer alone. */
  readonly #tags = new Map<string, string>();

  /** How many different Call-IDs are held. */
  get size(): number {
    return this.#held.size;
  }

  /** Holds a Call-ID until what it returns is called. */
  hold(callId: string): () => void {
    this.#held.set(callId, (this.#held.get(callId) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(callId) ?? 1) - 1;
      if (left > 0) {
        this.#held.set(callId, left);
        return;
      }
      this.#held.delete(callId);
      this.#proven.delete(callId);
      this.#tags.delete(callId);
    };
  }

  /** While it is held, this Call-ID belongs to nobody who only writes another's address. */
  prove(callId: string): void {
    if (this.#held.has(callId)) this.#proven.add(callId);
  }

  /** While it is held, a message with this tag of ours in it proves it. */
  expectTag(callId: string, tag: string): void {
    if (this.#held.has(callId)) this.#tags.set(callId, tag);
  }

  /** Whether that was shown, be it by this message of its own. */
  isProven(callId: string, message: Buffer): boolean {
    const tag = this.#tags.get(callId);
    if (tag !== undefined && !this.#proven.has(callId)) {
      if (message.subarray(0, lookedAt.bytes).includes(tag)) this.#proven.add(callId);
    }
    return this.#proven.has(callId);
  }

  /** The Call-ID of a message that belongs to something going on; null: to nothing, or it is none. */
  known(message: Buffer): string | null {
    const found = callIdOf(message);
    return found !== null && this.#held.has(found) ? found : null;
  }
}

/**
 * What a Call-ID is looked for in: every byte and line more is work that a flood can ask for. Where it stands later, or is
 * folded, it is not found.
 */
const lookedAt = { bytes: 4_096, lines: 64 } as const;

/** At the beginning of a line; blanks before the colon are few (RFC 3261 §7.3.1 would have none). */
const callIdLine = /(?:call-id|i)[ \t]{0,8}:[ \t]*([^ \t\r\n]+)/iy;

/** The value of the first header line that is a Call-ID, found without reading the rest. */
function callIdOf(message: Buffer): string | null {
  const text = message.toString('latin1', 0, lookedAt.bytes);
  let end = text.indexOf('\n');
  for (let line = 0; line < lookedAt.lines && end >= 0; line++) {
    const start = end + 1;
    if ('iIcC'.includes(text.charAt(start))) {
      callIdLine.lastIndex = start;
      const found = callIdLine.exec(text)?.[1];
      if (found !== undefined) return found;
    }
    end = text.indexOf('\n', start);
  }
  return null;
}
