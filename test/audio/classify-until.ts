import { AnswerClassifier } from '../../src/telephony/answer-detection/answer-classifier.ts';

/**
 * Returns a classifier after `untilMs` of a call. `speech` holds stretches of speech as [from, to] in milliseconds.
 */
export function classifyUntil(
  speech: [number, number][],
  untilMs: number,
  prepare?: (c: AnswerClassifier) => void,
  hasWords = false,
) {
  const classifier = new AnswerClassifier(0, hasWords);
  prepare?.(classifier);
  const edges = speech.flatMap(([start, end]) => [
    { at: start, edge: () => classifier.speechStarted(start) },
    // Voice activity reports an end only after a pause.
    { at: end + 200, edge: () => classifier.speechEnded(end) },
  ]);
  for (let at = 0; at <= untilMs; at += 20) {
    while (edges[0] && edges[0].at <= at) edges.shift()!.edge();
    classifier.at(at);
  }
  return classifier;
}
