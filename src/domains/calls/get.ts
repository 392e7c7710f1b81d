import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { toCall } from './rows.ts';
import type { Call } from './schemas.ts';
import { type CallRow, findCall } from './store/read.ts';

export async function getCall(scope: ReadScope & { baseUrl: string }, callId: string): Promise<Call> {
  return toCall(await getCallRow(scope, callId), scope.baseUrl);
}

/** Returns the row of a call, which holds more than the record shows. Throws a 404. */
export async function getCallRow(scope: ReadScope, callId: string): Promise<CallRow> {
  const row = await findCall(scope.db, scope.actor.organizationId, callId);
  if (!row) throw notFound('call');
  return row;
}
