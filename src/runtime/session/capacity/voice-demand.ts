import type { VoiceLoad } from '../../../conversation/providers/registry.ts';

/** The share of its speed that the embedded voice may be asked for. Above it, texts that come together wait for each other. */
const shareMax = 0.6;
/** No call begins while texts will be later than this. */
export const behindMsMax = 1_000;
/** So few calls are never too many for the voice. */
const fewCalls = 5;
/**
 * What a call is taken to ask for before calls have shown it, in characters a second: as an agent that speaks all the time. Too
 * little would be wrong for whole calls, and too much only lets some callers ring for a few seconds after a start.
 */
const assumedCharacters = 15;
/** The assumption weighs as much as so many seconds of calls. */
const assumedSeconds = 60;
/** What calls asked for counts for about so many seconds of calls. */
const rememberedSeconds = 2_000;
/** From this age on, calls show what they ask for. Before, agents say greetings, which are often the same and spoken already. */
const shownAfterMs = 6_000;

interface Seen {
  nowMs: number;
  /** The number of live calls. */
  calls: number;
  /** The characters that the voice has spoken since the program began. */
  spokenCharacters: number;
}

/**
 * Forecasts what live calls will ask of the embedded voice, by the characters that earlier ones asked for per second. Lateness
 * shows an overload only when the callers of all the calls that were taken before wait already.
 */
export class VoiceDemand {
  #characters = assumedCharacters * assumedSeconds;
  #callSeconds = assumedSeconds;
  /** The updates since `shownAfterMs` ago, the oldest first. */
  readonly #recent: Seen[] = [];

  /** The characters that a call asks for in a second. */
  get charactersOfCall(): number {
    return this.#characters / this.#callSeconds;
  }

  /** Counts what was asked for since the last update. */
  update(seen: Seen): void {
    const recent = this.#recent;
    const last = recent.at(-1);
    recent.push(seen);
    const isOld = (one: Seen | undefined) => one !== undefined && seen.nowMs - one.nowMs >= shownAfterMs;
    while (isOld(recent[1])) recent.shift();
    if (last === undefined || last.calls === 0 || !isOld(recent[0])) return;
    /** The calls that have lasted for long enough, at most. */
    const shown = Math.min(...recent.map(({ calls }) => calls));
    this.#callSeconds += (shown * (seen.nowMs - last.nowMs)) / 1000;
    // The voice begins to count anew after a time without calls.
    const spoken = Math.max(seen.spokenCharacters - last.spokenCharacters, 0);
    this.#characters += (spoken * shown) / last.calls;
    const kept = Math.min(rememberedSeconds / this.#callSeconds, 1);
    this.#callSeconds *= kept;
    this.#characters *= kept;
  }

  /** Returns the share of its speed that so many calls will ask of the voice; 0 while no call uses it. */
  shareOf(calls: number, voice: VoiceLoad | null): number {
    return voice === null ? 0 : (calls * this.charactersOfCall) / voice.charactersPerSecond;
  }

  /** Returns how many more calls may begin beside `calls` before the voice would be late with some of them. */
  roomBeside(calls: number, voice: VoiceLoad | null): number {
    if (voice === null) return Number.POSITIVE_INFINITY;
    const fewRoom = Math.max(fewCalls - calls, 0);
    if (voice.behindMs > behindMsMax) return fewRoom;
    const callsMax = Math.floor((shareMax * voice.charactersPerSecond) / this.charactersOfCall);
    return Math.max(callsMax - calls, fewRoom);
  }
}
