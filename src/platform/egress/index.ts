export { AddressRules } from './address-rules.ts';
export { Egress, type EgressOutlet } from './egress.ts';
export { type Connector, guardedDispatcher, http2Connector } from './guarded-dispatcher.ts';
export { EgressRefusal, EgressUnsent } from './refusal.ts';
export { refuseClosedUrl } from './refuse-closed-url.ts';
