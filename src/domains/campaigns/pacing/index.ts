export { answerRateAtMost, type MeasuredAttempts } from './answer-rate.ts';
export { type AnsweredTeamCall, giveCall, offerAnsweredCall, takeBackCall } from './answers.ts';
export {
  answersMin,
  attemptsMin,
  creditOf,
  type DialDecision,
  decideDials,
  type HeldBack,
  type PacingFacts,
} from './decide-dials.ts';
export { Durations } from './durations.ts';
export { patienceSeconds, refreshAllowances } from './refresh-allowances.ts';
export { organizationsToPace, preparePacing, readShownPacing } from './store.ts';
