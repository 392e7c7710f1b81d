import type { ReadScope } from '../../platform/audit/index.ts';
import { Batcher, type Queryable } from '../../platform/db/index.ts';
import { invalid, normalizePhoneNumber } from '../../platform/kernel/index.ts';
import { externalIdOf } from './external-id.ts';
import { type Lookup, type LookupRow, lookUpAll } from './lookup-store.ts';
import { toCall } from './rows.ts';
import type { CallLookup } from './schemas.ts';

type LookupScope = Pick<ReadScope, 'actor'> & { baseUrl: string };

/** Lookups that arrive at the same time, answered together. */
interface CallLookups {
  byPhone: Batcher<Lookup, LookupRow>;
  byExternalId: Batcher<Lookup, LookupRow>;
}

/** Of one statement, so that the calls with their transcripts are not too much at once. */
const itemsMax = 32;
/** Statements under way: a slow one does not hold up what comes after it. */
const batchesMax = 4;

export function createCallLookups(db: Queryable): CallLookups {
  const by = (column: Parameters<typeof lookUpAll>[1]) =>
    new Batcher({ run: (items: Lookup[]) => lookUpAll(db, column, items), itemsMax, batchesMax });
  return { byPhone: by('customer_number'), byExternalId: by('external_id') };
}

/** By the caller's number in any common format; 400 when it cannot be read as one. */
export async function lookUpCallByPhone(
  lookups: CallLookups,
  scope: LookupScope,
  phoneNumber: string,
): Promise<CallLookup> {
  const number = normalizePhoneNumber(phoneNumber);
  if ('error' in number) throw invalid('phoneNumber', number.error);
  const { organizationId } = scope.actor;
  return toLookup(scope, await lookups.byPhone.add({ organizationId, key: number.e164 }));
}

/** By the correlation id that an inbound call's INVITE carried. */
export async function lookUpCallByExternalId(
  lookups: CallLookups,
  scope: LookupScope,
  externalId: string,
): Promise<CallLookup> {
  const { organizationId } = scope.actor;
  return toLookup(scope, await lookups.byExternalId.add({ organizationId, key: externalIdOf(externalId) }));
}

function toLookup(scope: LookupScope, { data, ttl, call }: LookupRow): CallLookup {
  return { data, ttl, latestCall: call === null ? null : toCall(call, scope.baseUrl) };
}
