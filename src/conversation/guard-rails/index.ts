export {
  type Breach,
  conditionProblem,
  type DueDisclosure,
  Guard,
  type JudgeTopics,
  type Refusal,
} from './guard.ts';
export { judgeBy } from './judge.ts';
export type { GuardRail } from './schema.ts';
