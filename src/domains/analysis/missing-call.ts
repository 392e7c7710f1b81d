import type { Queryable } from '../../platform/db/index.ts';
import { ApiError, idBound, notFound } from '../../platform/kernel/index.ts';
import { callsDaysOf } from '../organizations/index.ts';

const dayMs = 86_400_000;

/** That there is no such call; and where its id is of a time of which nothing is kept, that too. */
export async function missingCall(db: Queryable, organizationId: string, callId: string): Promise<ApiError> {
  const error = notFound('call');
  const days = await callsDaysOf(db, organizationId);
  if (days === null || !/^call_[0-9a-z]{26}$/.test(callId)) return error;
  if (callId >= idBound('call', Date.now() - days * dayMs)) return error;
  return new ApiError(
    error.status,
    error.code,
    `There is no call with this id any more, if there was one: it is of a time whose calls were removed, as the organization keeps them for ${days} days.`,
  );
}
