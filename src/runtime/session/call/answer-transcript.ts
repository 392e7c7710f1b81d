import type { SpeechToText, TranscriptionStream } from '../../../conversation/providers/interfaces/index.ts';

/** The options of transcribing the words after the answer. */
export interface AnswerTranscriptOptions {
  transcribers: readonly SpeechToText[];
  sampleRateHz: number;
  language: string;
  /** Receives words. Partial words replace the previous partial words. */
  onWords: (text: string, isFinal: boolean) => void;
  onProblem: (problem: { what: string; error: unknown }) => void;
}

/** A running transcription. */
interface AnswerTranscript extends Pick<TranscriptionStream, 'write' | 'finish' | 'close'> {
  /** Whether a transcriber listens. */
  hasWords: boolean;
}

const noTranscript: AnswerTranscript = {
  hasWords: false,
  write: () => undefined,
  finish: () => undefined,
  close: () => undefined,
};

/**
 * Transcribes the words after the answer with the agent's first transcriber that needs no expected phrases. Detection works
 * without words, too: without a transcriber, or when it fails, there are none.
 */
export function transcribeAnswer(options: AnswerTranscriptOptions): AnswerTranscript {
  const { transcribers, sampleRateHz, language, onWords, onProblem } = options;
  const transcriber = transcribers.find(({ needsPhrases }) => !needsPhrases);
  if (!transcriber) return noTranscript;
  const over = new AbortController();
  let stream: TranscriptionStream;
  const problem = (error: unknown) => {
    if (!over.signal.aborted)
      onProblem({
        what: `the transcriber ${transcriber.name} failed during answer detection`,
        error,
      });
  };
  try {
    stream = transcriber.listen({
      sampleRateHz,
      language,
      phrases: () => [],
      keyTerms: [],
      signal: over.signal,
    });
  } catch (error) {
    problem(error);
    return noTranscript;
  }
  const listen = async () => {
    for await (const event of stream) {
      if (over.signal.aborted) return;
      if ('text' in event && event.text !== '') onWords(event.text, event.type === 'final');
    }
  };
  listen().catch(problem);
  return {
    hasWords: true,
    write: (pcm, atMs) => stream.write(pcm, atMs),
    finish: (atMs) => stream.finish(atMs),
    close() {
      stream.close();
      over.abort(new Error('the answer was detected'));
    },
  };
}
