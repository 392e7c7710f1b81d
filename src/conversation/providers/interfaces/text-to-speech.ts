import type { WithCircuit } from './circuit.ts';
import type { ProviderUsage } from './failure.ts';

/** One text to speak. */
export interface SpeechRequest {
  /** Plain text of any length. Text without letters or digits yields no audio. */
  text: string;
  /** Pronunciations of parts of the text, in order, for voices that take them. Other voices speak the text. */
  phonemes?: readonly Phonemes[];
  /** The vendor's id of the voice; `null` for the provider's default. */
  voice: string | null;
  /** The BCP 47 language of the text, such as `en` or `en-GB`; `null` when unknown. */
  language: string | null;
  /**
   * The sample rate of the call, when known. A voice that can speak at this rate spares the pipeline a resampling. Any
   * other rate is accepted.
   */
  lineRateHz?: number | null;
  /**
   * How soon the audio is needed, for voices that queue their texts. `now` is the default; `next` follows audio that is
   * playing; `spare` may never be played.
   */
  urgency?: 'now' | 'next' | 'spare';
}

/** The pronunciation of a part of a text. Positions are in UTF-16 code units; `end` is exclusive. */
export interface Phonemes {
  start: number;
  end: number;
  /** In the International Phonetic Alphabet. */
  ipa: string;
}

/** Mono PCM audio. A cache may share the samples: a reader must not change them. */
export interface SpeechAudio {
  pcm: Int16Array;
  sampleRateHz: number;
  /** The words whose times became known with it; absent when the vendor reports none. */
  words?: readonly SpokenWord[];
  /** Whether it has a comfortable level already, as a recording has that is played. */
  isLevelled?: boolean;
}

/** One part of the speech. Parts arrive in order, without gaps, and at one sample rate. */
export type SpeechChunk = Omit<SpeechAudio, 'isLevelled'>;

/** The position of one word, in milliseconds from the start of the whole speech. */
export interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** One voice of a provider. */
export interface Voice {
  /** The value for `SpeechRequest.voice`. */
  id: string;
  /** BCP 47. */
  language: string;
  /** A short description for the person who chooses a voice. */
  description: string;
}

/** A provider of voices. */
export interface TextToSpeech extends AsyncDisposable, WithCircuit {
  /** The provider's name in configuration, records and logs: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** The model that speaks; absent when the provider has a single model. */
  readonly model?: string;
  /**
   * `true` when the voice runs on this machine and speaks one text after the other. Its audio may be late without being
   * a failure. The pipeline therefore waits for it without a time limit when no other voice is available.
   */
  readonly isLocal?: boolean;
  /** The available voices. When empty, the provider accepts every voice id and every language. */
  readonly voices: readonly Voice[];
  /**
   * Streams the speech as it is synthesized. Throws a `ProviderFailure`, or `signal.reason` as soon as the signal
   * aborts. Calls `onUsage` once at the end, and also after an abort when the vendor bills the request.
   */
  speak(
    request: SpeechRequest,
    options?: { signal?: AbortSignal; onUsage?: (usage: ProviderUsage) => void },
  ): AsyncIterable<SpeechChunk>;
  /** Counts the characters of a text that was spoken ahead and is played now. Absent where nothing is counted. */
  played?(characters: number): void;
}
