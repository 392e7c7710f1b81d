/** The same key by RTP and by INFO within this time is one press. */
const echoMs = 500;
/** Maximum keys at once, and per second after that. Telephones and dialers send fewer. */
const atOnceMax = 40;
const perSecond = 20;

/** A counted press whose echo has not arrived. */
interface Press {
  digit: string;
  atMs: number;
  by: 'rtp' | 'info';
}

/**
 * Counts each key press of the other side once, even if it arrives by RTP and by SIP INFO, and bounds floods. A press has
 * one echo. The next key of its digit by the other way is a new press.
 */
export class PressedKeys {
  #pressed: Press[] = [];
  #tokens = atOnceMax;
  #tokensAtMs = 0;

  /** Records a key at `atMs` on the call's clock. Returns whether it counts as a press. */
  accept(digit: string, atMs: number, by: 'rtp' | 'info'): boolean {
    if (this.#isEcho(digit, atMs, by)) return false;
    const passedMs = Math.max(atMs - this.#tokensAtMs, 0);
    this.#tokens = Math.min(this.#tokens + (passedMs * perSecond) / 1000, atOnceMax);
    this.#tokensAtMs = Math.max(atMs, this.#tokensAtMs);
    if (this.#tokens < 1) return false;
    this.#tokens--;
    this.#pressed.push({ digit, atMs, by });
    return true;
  }

  /** Returns whether the key is the echo of a press. If so, drops the press. */
  #isEcho(digit: string, atMs: number, by: 'rtp' | 'info'): boolean {
    this.#pressed = this.#pressed.filter((press) => Math.abs(atMs - press.atMs) < echoMs);
    const at = this.#pressed.findIndex((press) => press.digit === digit && press.by !== by);
    if (at >= 0) this.#pressed.splice(at, 1);
    return at >= 0;
  }
}
