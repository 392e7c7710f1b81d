import type { SpeechToText, TranscriptionStream } from '../../../conversation/providers/interfaces/index.ts';
import { calledOff, delay, type Log, monotonicMs, waitAtMost } from '../../../platform/kernel/index.ts';
import { samplesPerTick, tickMs, VoiceActivity } from '../../../telephony/media/index.ts';

interface MemberTranscriberOptions {
  provider: SpeechToText;
  sampleRateHz: number;
  /** BCP 47. */
  language: string;
  keyTerms: readonly string[];
  log: Log;
  onWords: (words: { text: string; startMs: number; endMs: number }) => void;
  /** The member's words stay out of the transcript from now on. */
  onGivenUp: () => void;
}

/** The silence that ends an utterance of the member. */
const endAfterMs = 500;
/** The longest wait for the last words at the end. */
const lastWordsMsMax = 400;
const againMs = 1000;
/** The most streams in a row that fail, after which the member's words stay out of the transcript. */
const failuresMax = 5;
/** A stream that ends after this time has not failed: transcribers end the stream of a member who says nothing for long. */
const failedWithinMs = 5000;

/** Transcribes the member who speaks in the agent's place. */
export class MemberTranscriber {
  readonly #options: MemberTranscriberOptions;
  readonly #abort = new AbortController();
  readonly #activity: VoiceActivity;
  readonly #frameSamples: number;
  #rest: number[] = [];
  #stream: TranscriptionStream | null = null;
  /** The end of the utterance whose words are awaited; `null` when none are. */
  #awaited: { atMs: number; resolve: () => void; promise: Promise<void> } | null = null;

  constructor(options: MemberTranscriberOptions) {
    this.#options = options;
    this.#activity = new VoiceActivity(options.sampleRateHz, endAfterMs);
    this.#frameSamples = samplesPerTick(options.sampleRateHz);
    void this.#run();
  }

  /** Takes audio whose first sample is at `atMs` of the call. */
  write(pcm: Int16Array, atMs: number): void {
    this.#stream?.write(pcm, atMs);
    this.#rest.push(...pcm);
    let ms = atMs;
    while (this.#rest.length >= this.#frameSamples) {
      const frame = Int16Array.from(this.#rest.splice(0, this.#frameSamples));
      const edge = this.#activity.push(frame, ms, null);
      if (edge?.type === 'ended') this.#finish(ms + tickMs);
      ms += tickMs;
    }
  }

  /** Ends the transcription. Resolves when the words so far have been reported, or are given up. */
  async close(atMs: number): Promise<void> {
    if (this.#activity.isSpeaking) this.#finish(atMs);
    if (this.#awaited) await waitAtMost(this.#awaited.promise, lastWordsMsMax);
    this.#abort.abort(calledOff);
    this.#stream?.close();
  }

  #finish(atMs: number): void {
    if (!this.#stream) return;
    this.#awaited?.resolve();
    this.#awaited = { atMs, ...Promise.withResolvers<void>() };
    this.#stream.finish(atMs);
  }

  async #run(): Promise<void> {
    const { provider, sampleRateHz, language, keyTerms, log, onWords, onGivenUp } = this.#options;
    const { signal } = this.#abort;
    let failures = 0;
    while (failures < failuresMax && !signal.aborted) {
      const sinceMs = monotonicMs();
      failures++;
      try {
        this.#stream = provider.listen({ sampleRateHz, language, phrases: () => [], keyTerms, signal });
        for await (const event of this.#stream) {
          if (event.type !== 'final') continue;
          failures = 0;
          const { text, startMs, endMs } = event;
          if (text.trim() !== '') onWords({ text: text.trim(), startMs, endMs });
          if (this.#awaited && endMs >= this.#awaited.atMs) this.#awaited.resolve();
        }
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'the words of a member could not be transcribed');
      }
      if (monotonicMs() - sinceMs > failedWithinMs) failures = 0;
      this.#stream = null;
      this.#awaited?.resolve();
      if (!signal.aborted) await delay(againMs, signal);
    }
    if (!signal.aborted) onGivenUp();
  }
}
