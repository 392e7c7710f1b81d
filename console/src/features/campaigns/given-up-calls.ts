import { outcomeGroups, reasonsOf } from '../call-outcomes/index.ts';

/** The filters of the last calls of customers whom no call connected and who are called no more. */
export const givenUpCalls: Record<string, string> = {
  ...{ status: 'ended,canceled', retried: 'false' },
  outcome: outcomeGroups.flatMap(({ id }) => (id === 'talked' ? [] : reasonsOf(id))).join(','),
};
