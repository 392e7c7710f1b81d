import { AnswerListener, type AnswerVerdict } from '../src/telephony/answer-detection/index.ts';
import type { AnswerSample } from './answer-samples.ts';

const pieceSamples = 160;

/** Classifies an answer, with or without its words. Returns null when the answer ends without a verdict. */
export function verdictOf({ pcm, words }: AnswerSample, hasWords: boolean): AnswerVerdict | null {
  const listener = new AnswerListener(0, 8000);
  const coming = hasWords ? [...words] : [];
  for (let at = 0; at + pieceSamples <= pcm.length; at += pieceSamples) {
    while (coming[0] && coming[0].atMs <= at / 8) listener.heard(coming.shift()!.text);
    listener.audio(pcm.subarray(at, at + pieceSamples), at / 8);
  }
  return listener.verdict;
}
