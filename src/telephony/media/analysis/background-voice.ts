/** A voice is noticed after this much of it in half a second (both in frames of 20 ms), and again after 2 s without it. */
const voicedMin = 10;
const lookedFrames = 25;
const silentFramesMax = 100;

/**
 * Notices voices over played audio that are too soft to be the caller's: other people, a television, or the echo of what is
 * played. Each is noticed once, however long it lasts.
 */
export class BackgroundVoice {
  readonly #voiced = new Uint8Array(lookedFrames);
  #frame = 0;
  #silentFrames = silentFramesMax;
  #isNoticed = false;

  /** Takes a frame; `isOther` when it is a soft voice. Returns whether a voice is noticed in this frame. */
  note(isOther: boolean): boolean {
    this.#voiced[this.#frame++ % lookedFrames] = isOther ? 1 : 0;
    this.#silentFrames = isOther ? 0 : this.#silentFrames + 1;
    if (this.#silentFrames >= silentFramesMax) this.#isNoticed = false;
    if (this.#isNoticed || this.#voiced.reduce((sum, one) => sum + one, 0) < voicedMin) return false;
    this.#isNoticed = true;
    return true;
  }

  /** The caller speaks, or nothing is played: what was soft may have been the beginning or the end of that. */
  clear(): void {
    this.#voiced.fill(0);
  }
}
