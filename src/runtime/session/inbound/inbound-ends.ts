import type { CallEnd } from '../../../domains/calls/index.ts';

/** How inbound calls end that were never answered. */
export const gaveUp: CallEnd = {
  status: 'ended',
  endedBy: 'Customer ended the call',
  endedReason: 'customer-ended-call',
  message: 'The caller gave up before the call was answered.',
};
export const unusable: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'provider-error',
  message: 'No audio could be agreed on with the caller.',
};
