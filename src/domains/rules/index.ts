export { clocksOf, closedRule, ruleLabel, rulesFor } from './calling-hours.ts';
export { daytime } from './daytime.ts';
export { type DialPlan, dialPlanOf, judgeDialedUser, type Reach } from './dialing/dial-plan.ts';
export { dialability, neverDialable } from './dialing/dialability.ts';
export { withoutSeparators } from './dialing/dialed-user.ts';
export { rulePackIds } from './packs.ts';
export type { HoursRule } from './types.ts';
