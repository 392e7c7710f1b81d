import type { SpeechAudio } from './text-to-speech.ts';

/** A model that judges from the sound of speech whether a turn is over, such as Smart Turn. */
export interface TurnDetector extends AsyncDisposable {
  /** The detector's name in records and logs: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** The most audio that a judgement uses, in milliseconds. Callers may pass less. */
  readonly audioMsMax: number;
  /**
   * Returns the probability, from 0 to 1, that the caller has finished speaking where the audio ends; `null` when the model
   * cannot judge it. The audio is the end of the turn so far, with the silence after it. Throws `signal.reason` as soon as
   * the signal aborts, and an `Error` when the model fails or its queue is full.
   */
  judge(audio: SpeechAudio, options: { signal: AbortSignal }): Promise<number | null>;
}
