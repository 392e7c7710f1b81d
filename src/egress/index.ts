export { AddressRules } from './address-rules.ts';
export { Egress, type EgressOptions, EgressRefusal } from './egress.ts';
export { type GuardedDispatcherOptions, guardedDispatcher } from './guarded-dispatcher.ts';
