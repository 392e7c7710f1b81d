export type { Behaviour } from './behaviour.ts';
export { CampaignConfiguration } from './campaign/configuration.ts';
export {
  type SimulationProgress,
  type SimulationResult,
  simulateCampaign,
} from './campaign/simulate-campaign.ts';
export { CarrierConfiguration } from './carrier/configuration.ts';
export { type Carrier, startCarrier } from './carrier/start-carrier.ts';
export {
  type SimulatedCustomer,
  type SimulatedCustomerOptions,
  startSimulatedCustomer,
} from './customer.ts';
export {
  DialingConfiguration,
  type DialingResult,
  RecordedAttempt,
  simulateDialing,
  type WayResult,
} from './dialing/index.ts';
export { levelEveryMs, speechDb } from './heard-speech.ts';
export { levelDb } from './level.ts';
export type { PlacedCall } from './place.ts';
export type { SimulatedCall } from './simulated-call.ts';
