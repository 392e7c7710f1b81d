/**
 * Why a provider could not do what it was asked for. What a provider throws has this shape, unless it was aborted:
 * then it throws the signal's reason. `retryable` is decided here, where the failure is understood: true if the same
 * request may succeed when it is made again, false if it never will.
 */
export interface ProviderFailure extends Error {
  /** The `name` of the provider. */
  provider: string;
  retryable: boolean;
  /** The HTTP or WebSocket status behind it; null where there was none. */
  status: number | null;
}

/** What the use of a provider amounted to, for the cost of a call. Only what the provider bills by is there. */
export interface ProviderUsage {
  /** Characters that were spoken. */
  characters?: number;
  /** Milliseconds of audio that were listened to. */
  audioMs?: number;
  /** All of them; of models that hear and speak, those of audio and those that were cached are told again below. */
  inputTokens?: number;
  outputTokens?: number;
  inputAudioTokens?: number;
  outputAudioTokens?: number;
  /** Of `inputTokens`, those that the provider had kept from before. */
  cachedInputTokens?: number;
}
