export { type AnswerKind, type AnswerVerdict, answerKinds } from './answer-classifier.ts';
export { AnswerListener } from './answer-listener.ts';
