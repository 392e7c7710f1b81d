import type { ReadScope } from '../../platform/audit/index.ts';
import { Batcher, type Queryable } from '../../platform/db/index.ts';
import { invalid, normalizePhoneNumber } from '../../platform/kernel/index.ts';
import { toCall } from './rows.ts';
import type { CallLookup } from './schemas.ts';
import { externalIdOf } from './store/inbound.ts';
import { type Lookup, type LookupRow, lookUpAll } from './store/look-up.ts';

type LookupScope = Pick<ReadScope, 'actor'> & { baseUrl: string };

/** Gathers lookups that arrive at the same time. */
interface CallLookups {
  byPhone: Batcher<Lookup, LookupRow>;
  byExternalId: Batcher<Lookup, LookupRow>;
}

/** The lookups of one statement: few, because calls bring their transcripts. */
const itemsMax = 32;
/** The statements in progress: several, so that a slow one does not delay those after it. */
const batchesMax = 4;

export function createCallLookups(db: Queryable): CallLookups {
  const by = (column: Parameters<typeof lookUpAll>[1]) =>
    new Batcher({ run: (items: Lookup[]) => lookUpAll(db, column, items), itemsMax, batchesMax });
  return { byPhone: by('customer_number'), byExternalId: by('external_id') };
}

/** Looks a call up by the customer's number in any common format. Throws a 400 for a number that cannot be read. */
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

/** Looks a call up by the correlation id of its INVITE. */
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
