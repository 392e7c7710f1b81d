export { AddressRules } from './address-rules.ts';
export { Egress, type EgressOutlet } from './egress.ts';
export { guardedDispatcher } from './guarded-dispatcher.ts';
export { EgressRefusal, EgressUnsent } from './refusal.ts';
