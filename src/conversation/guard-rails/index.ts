export { type Breach, conditionProblem, type DueDisclosure, Guard, type JudgeTopics } from './guard.ts';
export { judgeBy } from './judge.ts';
