import { VoiceActivity } from '../media/index.ts';
import { MusicWatch } from './music-watch.ts';
import { frameMs, NarrowFrames } from './narrow-frames.ts';
import { ToneWatch } from './tone-watch.ts';

/** The shortest pause that ends a stretch of sound. */
const endAfterMs = 200;

/** Listens to the audio of a call for music on hold. */
export class MusicListener {
  readonly #frames: NarrowFrames;
  readonly #voice = new VoiceActivity(8000, endAfterMs);
  readonly #tones = new ToneWatch();
  readonly #music = new MusicWatch();
  #untilMs: number | null = null;

  constructor(sampleRateHz: number) {
    this.#frames = new NarrowFrames(sampleRateHz);
  }

  /** The position up to which music was heard, in milliseconds of the audio; `null` before any. */
  get untilMs(): number | null {
    return this.#untilMs;
  }

  /** Takes audio in order; `atMs` is the position of its first sample. */
  audio(pcm: Int16Array, atMs: number): void {
    this.#frames.push(pcm, atMs, (frame, frameAtMs) => {
      this.#tones.push(frame, frameAtMs);
      this.#voice.push(frame, frameAtMs);
      this.#music.push(frame, this.#tones.mixedHz, this.#voice.isSpeaking);
      if (this.#music.isMusic) this.#untilMs = frameAtMs + frameMs;
    });
  }
}
