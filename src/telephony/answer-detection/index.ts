export {
  type AnswerKind,
  type AnswerVerdict,
  answerKinds,
  type ProposedKind,
} from './answer-classifier.ts';
export { AnswerListener } from './answer-listener.ts';
export type { Intercept } from './information-tones.ts';
export { InterceptListener } from './intercept-listener.ts';
