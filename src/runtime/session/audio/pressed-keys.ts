/** The same key by RTP and by INFO within this time is one press. */
const echoMs = 500;
/** The most keys at once, and a second after that: more than any telephone or dialer sends. */
const atOnceMax = 40;
const perSecond = 20;

/** A counted press without its echo so far. */
interface Press {
  digit: string;
  atMs: number;
  by: 'rtp' | 'info';
}

/**
 * Counts each key press of the other side once, although it may come by RTP and by SIP INFO, and bounds floods. A press has
 * one echo: the next one of its digit by the other way is a new press.
 */
export class PressedKeys {
  #pressed: Press[] = [];
  #room = atOnceMax;
  #roomAtMs = 0;

  /** Returns whether a key at `atMs` on the call's clock counts. */
  takes(digit: string, atMs: number, by: 'rtp' | 'info'): boolean {
    if (this.#isEcho(digit, atMs, by)) return false;
    const passedMs = Math.max(atMs - this.#roomAtMs, 0);
    this.#room = Math.min(this.#room + (passedMs * perSecond) / 1000, atOnceMax);
    this.#roomAtMs = Math.max(atMs, this.#roomAtMs);
    if (this.#room < 1) return false;
    this.#room--;
    this.#pressed.push({ digit, atMs, by });
    return true;
  }

  /** Returns whether the key is the echo of a press, and consumes the press then. */
  #isEcho(digit: string, atMs: number, by: 'rtp' | 'info'): boolean {
    this.#pressed = this.#pressed.filter((press) => Math.abs(atMs - press.atMs) < echoMs);
    const at = this.#pressed.findIndex((press) => press.digit === digit && press.by !== by);
    if (at >= 0) this.#pressed.splice(at, 1);
    return at >= 0;
  }
}
