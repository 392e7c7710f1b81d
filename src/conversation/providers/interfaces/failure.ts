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
  /** Of text, where the provider tells those of audio apart. */
  inputTokens?: number;
  outputTokens?: number;
  inputAudioTokens?: number;
  outputAudioTokens?: number;
  /** Kept by the provider from before, of text where it tells those of audio apart: they are in none of the others. */
  cachedInputTokens?: number;
  cachedInputAudioTokens?: number;
  /** Written down by the provider to be kept, at a price of their own: they are in none of the others. */
  cacheWriteInputTokens?: number;
}
