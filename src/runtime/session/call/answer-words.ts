import type { SpeechToText, TranscriptionStream } from '../../../conversation/providers/interfaces/index.ts';

/** Who is asked what the other side says after the answer. */
export interface AnswerWordsOptions {
  ears: readonly SpeechToText[];
  sampleRateHz: number;
  language: string;
  /** Words that are not taken back. */
  onWords: (text: string) => void;
  onProblem: (problem: { what: string; error: unknown }) => void;
}

/** One answer that is being understood, until it is closed. */
type AnswerWords = Pick<TranscriptionStream, 'write' | 'finish' | 'close'>;

const nobody: AnswerWords = { write: () => undefined, finish: () => undefined, close: () => undefined };

/**
 * Has the agent's transcriber understand whoever answers; one that has to be told what to expect cannot. Words are of
 * help and never needed: where there are none, or the transcriber fails, none are told, and nobody waits for them.
 */
export function hearWords(options: AnswerWordsOptions): AnswerWords {
  const { ears, sampleRateHz, language, onWords, onProblem } = options;
  const ear = ears.find(({ needsPhrases }) => !needsPhrases);
  if (!ear) return nobody;
  const over = new AbortController();
  let stream: TranscriptionStream;
  const problem = (error: unknown) => {
    if (!over.signal.aborted)
      onProblem({ what: `the transcriber ${ear.name} failed before it was known who answered`, error });
  };
  try {
    stream = ear.listen({ sampleRateHz, language, phrases: () => [], signal: over.signal });
  } catch (error) {
    problem(error);
    return nobody;
  }
  const listen = async () => {
    for await (const event of stream) {
      if (over.signal.aborted) return;
      if (event.type === 'final' && event.text !== '') onWords(event.text);
    }
  };
  listen().catch(problem);
  return {
    write: (pcm, atMs) => stream.write(pcm, atMs),
    finish: (atMs) => stream.finish(atMs),
    close() {
      stream.close();
      over.abort(new Error('it is known who answered'));
    },
  };
}
