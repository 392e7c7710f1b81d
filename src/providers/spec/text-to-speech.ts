/**
 * The seam between the program and whatever speaks: types only. What they mean is held by the behaviour suite in
 * `providers/testing`, and an implementation is done when it passes.
 */

/** What is to be spoken, and how. */
export interface SpeechRequest {
  /** Plain text of any length that the provider takes; text without anything to say gives audio of no length. */
  text: string;
  /** One of the provider's voices by its id; null for the provider's own choice. */
  voice: string | null;
  /** BCP 47 language of the text, such as `en` or `en-GB`; null if nobody has said. */
  language: string | null;
}

/** Speech as uncompressed mono audio. The samples may be shared with a cache: they are not to be changed. */
export interface SpeechAudio {
  pcm: Int16Array;
  sampleRateHz: number;
}

/** A voice that can be asked for. */
export interface Voice {
  id: string;
  /** BCP 47. */
  language: string;
  /** A few words for the person who chooses. */
  description: string;
}

/**
 * Why speech could not be had. What a provider throws has this shape, unless it was aborted: then it throws the
 * signal's reason. `retryable` is decided here, where the failure is understood: true if the same request may
 * succeed when it is made again, false if it never will.
 */
export interface TextToSpeechFailure extends Error {
  /** The `name` of the provider. */
  provider: string;
  retryable: boolean;
}

/** A provider of speech. Calls may be made at the same time and do not affect each other. */
export interface TextToSpeech extends AsyncDisposable {
  /** The provider's name as it stands in configuration, records and logs. */
  readonly name: string;
  readonly voices: readonly Voice[];
  /** Speaks. Rejects with a TextToSpeechFailure, or with the reason of `signal` as soon as that is aborted. */
  synthesize(request: SpeechRequest, options?: { signal?: AbortSignal }): Promise<SpeechAudio>;
}
