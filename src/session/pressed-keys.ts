/** Within this, the same key by RTP and by INFO is the same press. */
const echoMs = 500;
/** Keys that may come at once, and how many a second after them: more than any telephone or dialer presses. */
const atOnceMax = 40;
const perSecond = 20;

/** The keys that come from the other side, by RTP and by SIP INFO: each press is taken once, and no flood of them. */
export class PressedKeys {
  #last: { digit: string; atMs: number; by: 'rtp' | 'info' } | null = null;
  #room = atOnceMax;
  #roomAtMs = 0;

  /** Whether a key counts that came at `atMs` on the call's clock. */
  takes(digit: string, atMs: number, by: 'rtp' | 'info'): boolean {
    const last = this.#last;
    const isEcho = last?.digit === digit && last.by !== by && Math.abs(atMs - last.atMs) < echoMs;
    this.#last = { digit, atMs, by };
    if (isEcho) return false;
    const passedMs = Math.max(atMs - this.#roomAtMs, 0);
    this.#room = Math.min(this.#room + (passedMs * perSecond) / 1000, atOnceMax);
    this.#roomAtMs = Math.max(atMs, this.#roomAtMs);
    if (this.#room < 1) return false;
    this.#room--;
    return true;
  }
}
