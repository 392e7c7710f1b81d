export * from './describe.ts';
export * from './e164.ts';
export { isEmergencyNumber } from './emergency.ts';
export { phoneLibrary } from './metadata.ts';
export * from './national-forms.ts';
export * from './normalize.ts';
export * from './normalize-national.ts';
export * from './number-types.ts';
export { withoutTrunkPrefix } from './parse.ts';
