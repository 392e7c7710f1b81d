import { resample, telephoneRateHz } from '../telephony/media/index.ts';
import { LineNoise } from './line-noise.ts';

/** Sounds that a customer's telephone sends besides the customer's voice. `null` stops a sound. */
export interface RoomSounds {
  /** The level of white noise, in dB relative to full scale. */
  noise?: number | null;
  /**
   * A recording of 8 kHz that is repeated. `levelDb` is its level without its pauses, in dB relative to full scale.
   */
  background?: { pcm: Int16Array; levelDb: number } | null;
  /** Sends back the other side's voice after `delayMs`, quieter by `belowDb` decibels. */
  echo?: { belowDb: number; delayMs: number } | null;
}

/** Mixes the sounds of a customer's room into the audio that the customer's telephone sends. */
export class Room {
  #noise: LineNoise | null = null;
  #background: Background | null = null;
  #echo: Echo | null = null;

  /** Changes the given sounds. The others stay. */
  set({ noise, background, echo }: RoomSounds): void {
    if (noise !== undefined) this.#noise = noise === null ? null : new LineNoise(noise);
    if (background !== undefined)
      this.#background = background && new Background(background.pcm, background.levelDb);
    if (echo !== undefined) this.#echo = echo && new Echo(echo.belowDb, echo.delayMs);
  }

  get isQuiet(): boolean {
    return !this.#noise && !this.#background && !this.#echo;
  }

  /** Passes the audio of the other side to the echo. */
  hear(pcm: Int16Array, sampleRateHz: number): void {
    this.#echo?.hear(pcm, sampleRateHz);
  }

  /** Adds the room's sounds to audio of the customer, in place. */
  addTo(pcm: Int16Array, sampleRateHz: number): void {
    this.#noise?.addTo(pcm);
    this.#background?.addTo(pcm, sampleRateHz);
    this.#echo?.addTo(pcm);
  }
}

/** Quieter samples are pauses of a recording, which do not count towards its level. */
const soundMin = 100;

class Background {
  readonly #pcm: Int16Array;
  #resampled: { pcm: Int16Array; sampleRateHz: number } | null = null;
  #at = 0;

  constructor(pcm: Int16Array, levelDb: number) {
    const loud = pcm.filter((sample) => Math.abs(sample) >= soundMin);
    if (loud.length === 0) throw new Error('the recording of the background is silent');
    const rms = Math.sqrt(loud.reduce((sum, sample) => sum + sample * sample, 0) / loud.length);
    const gain = (32_768 * 10 ** (levelDb / 20)) / rms;
    this.#pcm = pcm.map((sample) => clipped(sample * gain));
  }

  addTo(pcm: Int16Array, sampleRateHz: number): void {
    if (this.#resampled?.sampleRateHz !== sampleRateHz) {
      this.#resampled = { pcm: resample(this.#pcm, telephoneRateHz, sampleRateHz), sampleRateHz };
      this.#at = 0;
    }
    const looped = this.#resampled.pcm;
    for (const [index, sample] of pcm.entries())
      pcm[index] = clipped(sample + looped[this.#at++ % looped.length]!);
  }
}

/** Maximum lag of an echo behind its delay when packets arrive in bursts. */
const lagMsMax = 100;

class Echo {
  readonly #gain: number;
  readonly #delayMs: number;
  /** Audio that was not sent back yet, oldest sample first. */
  #pending: number[] = [];
  #hasHeard = false;

  constructor(belowDb: number, delayMs: number) {
    this.#gain = 10 ** (-belowDb / 20);
    this.#delayMs = delayMs;
  }

  hear(pcm: Int16Array, sampleRateHz: number): void {
    const delay = (this.#delayMs * sampleRateHz) / 1000;
    if (!this.#hasHeard) this.#pending = new Array<number>(delay).fill(0);
    this.#hasHeard = true;
    for (const sample of pcm) this.#pending.push(sample * this.#gain);
    const excess = this.#pending.length - delay - (lagMsMax * sampleRateHz) / 1000;
    if (excess > 0) this.#pending.splice(0, excess);
  }

  addTo(pcm: Int16Array): void {
    const back = this.#pending.splice(0, pcm.length);
    for (const [index, sample] of back.entries()) pcm[index] = clipped(pcm[index]! + sample);
  }
}

function clipped(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample)));
}
