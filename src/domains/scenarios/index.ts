export { customerSettings } from './customer.ts';
export { type Exchange, exchangesOf, type Recorded } from './exchanges.ts';
export type { Expectations, ExpectedToolCall, Said } from './expectations.ts';
export { type Reaching, standIns } from './from-call/stand-ins.ts';
export { type Scenario, ScenarioDocument, type Step, steps } from './schema.ts';
