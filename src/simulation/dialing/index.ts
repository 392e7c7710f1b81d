export { DialingConfiguration, RecordedAttempt } from './configuration.ts';
export { type DialingResult, simulateDialing, type WayResult } from './simulate-dialing.ts';
