/**
 * The error that a provider throws. An aborted request throws the reason of its `AbortSignal` instead.
 *
 * The provider decides `retryable`, because it understands the failure: `true` when the same request may succeed later
 * (a timeout, 429, 5xx), `false` when it will fail again (an invalid key, an unknown voice).
 * Messages never contain keys or other credentials.
 */
export interface ProviderFailure extends Error {
  /** The `name` of the provider. */
  provider: string;
  retryable: boolean;
  /** The HTTP or WebSocket status; `null` when the failure had none, as with a lost connection. */
  status: number | null;
  /** The provider sent nothing for too long. Absent for other failures. */
  isStall?: boolean;
  /** The service or the provider wants another connection, and nothing has failed. Absent for failures. */
  isPlanned?: boolean;
}

/** The usage of one request, for the cost of the call. A provider sets only the quantities that it bills. */
export interface ProviderUsage {
  /** Characters spoken by a voice. */
  characters?: number;
  /** Milliseconds of audio that a transcriber received. */
  audioMs?: number;
  /** Input tokens, without the cached ones. Text only when the provider counts audio separately. */
  inputTokens?: number;
  /** Output tokens. Text only when the provider counts audio separately. */
  outputTokens?: number;
  inputAudioTokens?: number;
  outputAudioTokens?: number;
  /** Input tokens read from the provider's cache; not contained in `inputTokens`. */
  cachedInputTokens?: number;
  /** Audio tokens read from the provider's cache; not contained in `inputAudioTokens`. */
  cachedInputAudioTokens?: number;
  /** Input tokens written to the provider's cache at a separate price; not contained in `inputTokens`. */
  cacheWriteInputTokens?: number;
}
