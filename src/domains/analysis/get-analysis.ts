import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { ApiError, idBound, notFound } from '../../platform/kernel/index.ts';
import { callsDaysOf } from '../organizations/index.ts';
import type { CallAnalysis } from './schemas.ts';
import { findCallAnalysis } from './store.ts';

/** Returns the findings of a call's analyses, and whether another analysis is pending. */
export async function getCallAnalysis(scope: ReadScope, callId: string): Promise<CallAnalysis> {
  const { organizationId } = scope.actor;
  const found = await findCallAnalysis(scope.db, organizationId, callId);
  if (!found) throw await missingCall(scope.db, organizationId, callId);
  return found;
}

const dayMs = 86_400_000;

/** Returns a 404. If the id is older than the retention, the message says that the calls of that time were removed. */
export async function missingCall(db: Queryable, organizationId: string, callId: string): Promise<ApiError> {
  const error = notFound('call');
  const days = await callsDaysOf(db, organizationId);
  if (days === null || !/^call_[0-9a-z]{26}$/.test(callId)) return error;
  if (callId >= idBound('call', Date.now() - days * dayMs)) return error;
  return new ApiError(
    error.status,
    error.code,
    `There is no call with this id. The calls of its time were removed: the organization keeps them for ${days} days.`,
  );
}
