export {
  type AnswerKind,
  type AnswerVerdict,
  answerKinds,
  type ProposedKind,
} from './answer-classifier.ts';
export { AnswerListener } from './answer-listener.ts';
export { InterceptListener } from './intercept-listener.ts';
