/**
 * The interfaces that a provider implements. They are types without code:
 *
 * - `SpeechToText` transcribes the caller.
 * - `LanguageModel` answers with text and tool calls.
 * - `TextToSpeech` speaks text.
 * - `SpeechToSpeech` does all three with one model.
 * - `TurnDetector` judges from audio whether the caller has finished speaking.
 * - `EmbeddingModel` turns texts into vectors, which a search by meaning compares.
 * - `RerankingModel` puts what a search has found in order.
 *
 * Four rules hold for all of them:
 *
 * - **Audio** is mono, signed 16-bit PCM in an `Int16Array`. Times are milliseconds.
 * - **Cancellation** is an `AbortSignal`. After it aborts, the provider throws `signal.reason` and ends its request. A
 *   reader that leaves a `for await` loop early ends the request too.
 * - **Errors** are `ProviderFailure`. The pipeline retries, or changes to the next provider; a provider does neither.
 * - **Concurrency**: one instance serves all calls of a process. Requests do not affect each other.
 *   `[Symbol.asyncDispose]` closes shared connections after the last request.
 *
 * `providers/testing` has one test suite for each interface. A provider is complete when its suite passes.
 */
export type * from './circuit.ts';
export type * from './embedding-model.ts';
export type * from './failure.ts';
export type * from './language-model.ts';
export type * from './reranking-model.ts';
export type * from './speech-to-speech.ts';
export type * from './speech-to-text.ts';
export type * from './text-to-speech.ts';
export type * from './turn-detector.ts';
