export * from './describe.ts';
export * from './dial-plan.ts';
export * from './dialability.ts';
export * from './e164.ts';
export * from './national-forms.ts';
export * from './normalize.ts';
export * from './normalize-national.ts';
export * from './number-types.ts';
export { withoutTrunkPrefix } from './parse.ts';
