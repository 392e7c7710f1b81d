export { customerSettings } from './customer.ts';
export type { Expectations, ExpectedToolCall, Said } from './expectations.ts';
export { type Reaching, withStubs } from './from-call/stubs.ts';
export { type Recorded, type RecordedTurn, recordedTurnsOf } from './recorded-turns.ts';
export { type Scenario, ScenarioDocument, type Step, steps } from './schema.ts';
