export { AddressRules } from './address-rules.ts';
export { Egress, type EgressOptions, type EgressOutlet } from './egress.ts';
export { type GuardedDispatcherOptions, guardedDispatcher } from './guarded-dispatcher.ts';
export { EgressRefusal, EgressUnsent } from './refusal.ts';
