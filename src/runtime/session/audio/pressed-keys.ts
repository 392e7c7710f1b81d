/** Within this, the same key by RTP and by INFO is the same press. */
const echoMs = 500;
/** Keys that may come at once, and how many a second after them: more than any telephone or dialer presses. */
const atOnceMax = 40;
const perSecond = 20;

/** A press that counted, and of which no echo has come yet. */
interface Press {
  digit: string;
  atMs: number;
  by: 'rtp' | 'info';
}

/**
 * The keys that come from the other side, by RTP and by SIP INFO: each press is taken once, and no flood of them. A
 * press has one echo: the next of its digit that comes the other way is a press again.
 */
export class PressedKeys {
  #pressed: Press[] = [];
  #room = atOnceMax;
  #roomAtMs = 0;

  /** Whether a key counts that came at `atMs` on the call's clock. */
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

  /** Whether it is the echo of a press, which has none after that. */
  #isEcho(digit: string, atMs: number, by: 'rtp' | 'info'): boolean {
    this.#pressed = this.#pressed.filter((press) => Math.abs(atMs - press.atMs) < echoMs);
    const at = this.#pressed.findIndex((press) => press.digit === digit && press.by !== by);
    if (at >= 0) this.#pressed.splice(at, 1);
    return at >= 0;
  }
}
