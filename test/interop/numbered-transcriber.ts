import type { SpeechToText, TranscriptEvent } from '../../src/conversation/providers/interfaces/index.ts';
import { numbersIn } from '../audio/numbered-voices.ts';

/** Louder samples are speech. */
const loudSample = 1000;

/** A transcriber for numbered voices. It returns `number 7`, or all numbers of the utterance. */
export const numberedTranscriber: SpeechToText = {
  name: 'numbered transcriber',
  needsPhrases: false,
  emitsPartials: false,
  endsTurns: false,
  listen({ signal }) {
    let said: number[] = [];
    let startMs: number | null = null;
    let controller!: ReadableStreamDefaultController<TranscriptEvent>;
    const events = new ReadableStream<TranscriptEvent>({
      start(started) {
        controller = started;
      },
    });
    const closed = new AbortController();
    closed.signal.addEventListener('abort', () => controller.close(), { once: true });
    const close = () => closed.abort();
    signal.addEventListener('abort', close, { once: true });
    return {
      write(pcm, atMs) {
        if (startMs === null && pcm.every((sample) => Math.abs(sample) < loudSample)) return;
        startMs ??= atMs;
        said.push(...pcm);
      },
      finish(endMs) {
        const numbers = numbersIn(Int16Array.from(said));
        const text = numbers.length === 0 ? '' : `number ${numbers.join(' ')}`;
        const event = { type: 'final' as const, text, startMs: startMs ?? endMs, endMs, confidence: null };
        if (!closed.signal.aborted) controller.enqueue(event);
        said = [];
        startMs = null;
      },
      close,
      [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
    };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
