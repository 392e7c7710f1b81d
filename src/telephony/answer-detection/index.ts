export { AnswerListener } from './answer-listener.ts';
export {
  type AnswerKind,
  type AnswerVerdict,
  answerKinds,
  type ProposedKind,
} from './answer-verdict.ts';
export { InterceptListener } from './intercept-listener.ts';
export { MusicListener } from './music-listener.ts';
export { asksToWait, greets, onlyWelcomes, plainWords, readWords, type WordsRead } from './words.ts';
