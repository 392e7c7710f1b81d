import { userPartOf } from '../../../domains/agents/index.ts';
import { type Database, readStatement } from '../../../platform/db/index.ts';
import { judgeDialedUser, withoutTrunkPrefix } from '../../../platform/kernel/index.ts';
import type { IncomingReferral } from '../../../telephony/sip/index.ts';
import { allowedReachOf } from '../../dialer/index.ts';
import type { TransferRoute } from './route.ts';

const isSuppressed = readStatement(
  'session.is_suppressed',
  'select 1 from suppressions where organization_id = $1 and phone_number = $2',
);

/** Where somebody else wants a call put through to: a number of the world, or why it is refused as a SIP status. */
type AskedNumber = { e164: string } | { status: 403 | 404; message: string };

/**
 * The number that a REFER names, as far as it may be called for the organization. The trunk's dial plan reads it, and
 * its parameters count too. The host does not: it would lead to wherever the other side likes. Who is not in an agent's
 * configuration is held to more than who is: only numbers of the world, and nobody who is not to be called.
 */
export async function askedNumber(
  db: Database,
  { organizationId, dialPlan: plan }: Pick<TransferRoute, 'organizationId' | 'dialPlan'>,
  { target }: Pick<IncomingReferral, 'target'>,
): Promise<AskedNumber> {
  const reach = await allowedReachOf(db, organizationId);
  // The number is dialed as it is read here, so that a trunk prefix within it does no harm.
  const user = (userPartOf(target) ?? '').replace(/^\+\d+/, withoutTrunkPrefix);
  const judged = judgeDialedUser(user, target.params, plan, reach);
  if (judged.kind === 'refused') {
    const { reason, message } = judged.refusal;
    return { status: reason === 'invalid' ? 404 : 403, message };
  }
  if (judged.kind !== 'number') return { status: 404, message: 'it names no telephone number' };
  const { e164 } = judged;
  const suppressed = await db.query(isSuppressed, [organizationId, e164]);
  if (suppressed.length > 0) return { status: 403, message: 'the number is not to be called' };
  return { e164 };
}
