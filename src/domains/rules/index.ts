export { clocksOf, closedRule, rulesFor, ruleWords } from './calling-hours.ts';
export { rulePackIds } from './packs.ts';
export type { HoursRule } from './types.ts';
