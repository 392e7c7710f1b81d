import type { ProviderUsage } from './failure.ts';

/**
 * The seam between the program and whatever speaks: types only. What they mean is held by the behaviour suite in
 * `providers/testing`, and an implementation is done when it passes.
 */

/** What is to be spoken, and how. */
export interface SpeechRequest {
  /** Plain text of any length that the provider takes; text without anything to say gives no audio. */
  text: string;
  /** One of the provider's voices by its id; null for the provider's own choice. */
  voice: string | null;
  /** BCP 47 language of the text, such as `en` or `en-GB`; null if nobody has said. */
  language: string | null;
  /**
   * Samples a second of the line that it is for, if that is known. A voice that can make audio of this rate as well
   * saves the line the conversion; any other rate is taken too.
   */
  lineRateHz?: number | null;
  /**
   * How soon it is needed, for voices whose texts wait for one another: `now` unless said otherwise; `next`: after
   * something that is being said; `spare`: perhaps never.
   */
  urgency?: 'now' | 'next' | 'spare';
}

/** Speech as uncompressed mono audio. The samples may be shared with a cache: they are not to be changed. */
export interface SpeechAudio {
  pcm: Int16Array;
  sampleRateHz: number;
}

/** A part of the speech, in order and without gaps. */
export interface SpeechChunk extends SpeechAudio {
  /** Where words stand in the whole speech, from its beginning; of those this part told, if the provider tells. */
  words?: readonly SpokenWord[];
}

export interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** A voice that can be asked for. */
export interface Voice {
  id: string;
  /** BCP 47. */
  language: string;
  /** A few words for the person who chooses. */
  description: string;
}

/** A provider of speech. Calls may be made at the same time and do not affect each other. */
export interface TextToSpeech extends AsyncDisposable {
  /** The provider's name as it stands in configuration, records and logs. */
  readonly name: string;
  /** The model that speaks; absent: there is only one. */
  readonly model?: string;
  /**
   * It speaks on this machine, text after text: slow means that many wait for their turn, and is no failure. It is
   * waited for where no other voice can speak, and given up only when it fails; it comes to an end with every text.
   */
  readonly isLocal?: boolean;
  /** What it speaks; empty when the provider does not say, and then it is taken to speak every language. */
  readonly voices: readonly Voice[];
  /**
   * Speaks: the parts as they are ready, all of one sample rate. Throws a ProviderFailure, or the reason of `signal`
   * as soon as that is aborted. A reader that stops early ends the work. The usage is told at the
   * end, and also when the speech was called off, because it was paid for.
   */
  speak(
    request: SpeechRequest,
    options?: { signal?: AbortSignal; onUsage?: (usage: ProviderUsage) => void },
  ): AsyncIterable<SpeechChunk>;
}
