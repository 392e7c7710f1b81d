import { type Database, statement } from '../../db/index.ts';
import { allowedReachOf } from '../../dialer/index.ts';
import { dialability, normalizePhoneNumber, withoutTrunkPrefix } from '../../kernel/index.ts';
import type { IncomingReferral } from '../../sip/index.ts';

const isSuppressed = statement(
  'session.is_suppressed',
  'select 1 from suppressions where organization_id = $1 and phone_number = $2',
);

/** Where somebody else wants a call put through to: a number of the world, or why it is refused as a SIP status. */
export type AskedNumber = { e164: string } | { status: 403 | 404; message: string };

/**
 * The number that a REFER names, as far as it may be called for the organization. Nothing else of the URI counts: its
 * host would lead to wherever the other side likes. Who is not in an agent's configuration is held to more than who is:
 * only numbers of the world, and nobody who is not to be called.
 */
export async function askedNumber(
  db: Database,
  organizationId: string,
  { target }: Pick<IncomingReferral, 'target'>,
): Promise<AskedNumber> {
  const normalized = normalizePhoneNumber((target.user ?? '').split(';', 1)[0]!);
  if ('error' in normalized) return { status: 404, message: 'it names no telephone number' };
  const e164 = withoutTrunkPrefix(normalized.e164);
  const { allowedCountries, allowedNumberTypes } = await allowedReachOf(db, organizationId);
  const reach = dialability(e164, allowedCountries, allowedNumberTypes);
  if (!reach.allowed) return { status: 403, message: reach.message };
  const suppressed = await db.query(isSuppressed, [organizationId, e164]);
  if (suppressed.length > 0) return { status: 403, message: 'the number is not to be called' };
  return { e164 };
}
