/** A voice that begins in the first 600 ms of the audio may be the room's or the caller's first word. */
const openingTicks = 600 / 20;
/** It is the caller's if it is this loud, in decibels relative to one unit of the 16-bit scale. */
const sureCallerMin = 68;
/** A softer voice is the caller's when it falls silent for 300 ms while the agent is silent; after 1.8 s it is the room's. */
const wordOverTicks = 300 / 20;
const ticksMax = 1_800 / 20;
/** A voice of at most 2 s that is followed by 1.2 s of silence was not the room's. */
const briefTicksMax = 2_000 / 20;
const quietTicks = 1_200 / 20;

/**
 * Decides whose voice the first one of a call is, before the level of anybody is known. A television goes on talking; a
 * caller who says "hello" waits for an answer. The decision that it is the room's may be revised: see `wasBrief`.
 */
export class OpeningVoice {
  /** `null` until it is known; `none` when there is no voice in the opening. */
  #owner: 'caller' | 'room' | 'none' | null = null;
  /** The loudest frame of the voice; 0 before it begins. */
  #level = 0;
  #tick = 0;
  #firstTick = 0;
  #soundTick = 0;

  get owner(): 'caller' | 'room' | 'none' | null {
    return this.#owner;
  }

  get level(): number {
    return this.#level;
  }

  /** Whether the voice fell silent soon, as a caller's first words do. */
  get wasBrief(): boolean {
    return this.#tick - this.#soundTick >= quietTicks && this.#soundTick - this.#firstTick <= briefTicksMax;
  }

  /** Takes a frame of 20 ms: its energy, whether it is audible, whether it has a pitch, and whether the agent speaks. */
  note(energy: number, isAudible: boolean, isVoiced: boolean, isPlaying: boolean): void {
    this.#tick++;
    if (isVoiced && this.#level === 0) this.#firstTick = this.#tick;
    if (isAudible) this.#soundTick = this.#tick;
    if (this.#owner !== null) return;
    if (isVoiced) this.#level = Math.max(this.#level, energy);
    this.#owner = this.#decide(isPlaying);
  }

  #decide(isPlaying: boolean): 'caller' | 'room' | 'none' | null {
    if (this.#level >= sureCallerMin) return 'caller';
    if (this.#level === 0) return this.#tick < openingTicks ? null : 'none';
    if (this.#tick - this.#soundTick >= wordOverTicks) return isPlaying ? 'room' : 'caller';
    return this.#tick - this.#firstTick < ticksMax ? null : 'room';
  }
}
