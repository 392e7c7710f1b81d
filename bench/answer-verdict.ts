import {
  AnswerListener,
  type AnswerVerdict,
  type ProposedKind,
} from '../src/telephony/answer-detection/index.ts';
import type { AnswerSample } from './answer-samples.ts';

const pieceSamples = 160;
/** As in a call: the most requests, and the words between two of them. */
const requestsMax = 3;
const moreWordsMin = 4;

export interface Heard {
  /** Without words there is no transcriber. */
  hasWords: boolean;
  /** A model that always names the right kind, after this many milliseconds; null: no model. */
  modelMs?: number | null;
}

/** Returns the classifier's verdict, `null` when the answer ends before one, and the number of requests to the model. */
export function verdictOf(
  { label, pcm, words }: AnswerSample,
  { hasWords, modelMs = null }: Heard,
): { verdict: AnswerVerdict | null; requests: number } {
  const listener = new AnswerListener(0, 8000, hasWords);
  const coming = hasWords ? [...words] : [];
  let asked = '';
  let askedWords = 0;
  let requests = 0;
  let answerAtMs = Number.POSITIVE_INFINITY;
  for (let at = 0; at + pieceSamples <= pcm.length; at += pieceSamples) {
    const atMs = at / 8;
    while (coming[0] && coming[0].atMs <= atMs) listener.heard(coming.shift()!.text);
    listener.audio(pcm.subarray(at, at + pieceSamples), atMs);
    const open = modelMs === null ? null : listener.unexplainedWords;
    if (answerAtMs <= atMs) {
      listener.propose(label as ProposedKind, asked);
      answerAtMs = Number.POSITIVE_INFINITY;
    } else if (open !== null && answerAtMs > 1e9 && requests < requestsMax) {
      const count = open.split(' ').length;
      if (count < askedWords + moreWordsMin) continue;
      asked = open;
      askedWords = count;
      requests++;
      answerAtMs = atMs + modelMs!;
    }
  }
  return { verdict: listener.verdict, requests };
}
