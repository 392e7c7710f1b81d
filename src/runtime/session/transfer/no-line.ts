import type { SecondLegState } from '../../../domains/calls/index.ts';

/** Why nobody else can be called for a call, in words. */
export const noLine: Readonly<Record<Exclude<SecondLegState, 'stands'>, string>> = {
  'organization-limit': 'all concurrent calls of the organization are in use',
  'trunk-limit': 'all concurrent calls of the trunk are in use',
  gone: 'the call is over',
};
