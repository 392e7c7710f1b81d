import { userPartOf } from '../../../domains/agents/index.ts';
import { judgeDialedUser, withoutSeparators } from '../../../domains/rules/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { withoutTrunkPrefix } from '../../../platform/kernel/index.ts';
import type { IncomingReferral } from '../../../telephony/sip/index.ts';
import { gateSettingsOf } from '../../dialer/index.ts';
import { isSuppressed, type TransferRoute } from './store.ts';

/** The number that a REFER asks for, or why it is refused, as a SIP status. */
type AskedNumber = { e164: string } | { status: 403 | 404; message: string };

/**
 * Returns the number that a REFER names, if the organization may call it. The trunk's dial plan reads the user part with
 * its parameters. The host is ignored, because the other side chose it. Unlike a destination of an agent, it must be a
 * telephone number that is not suppressed.
 */
export async function askedNumber(
  db: Database,
  { organizationId, dialPlan: plan }: Pick<TransferRoute, 'organizationId' | 'dialPlan'>,
  { target }: Pick<IncomingReferral, 'target'>,
): Promise<AskedNumber> {
  const reach = await gateSettingsOf(db, organizationId);
  // Unlike a destination of an agent, the number is dialed as it is read here: +44(0)20… becomes +4420….
  const user = (userPartOf(target) ?? '').replace(/^(?:\+|%2B)[-.()\d]+/i, (number) =>
    withoutTrunkPrefix(withoutSeparators(number.replace(/^%2B/i, '+'))),
  );
  const judged = judgeDialedUser(user, target.params, plan, reach);
  if (judged.kind === 'refused') {
    const { reason, message } = judged.refusal;
    return { status: reason === 'invalid' ? 404 : 403, message };
  }
  if (judged.kind !== 'number') return { status: 404, message: 'it names no telephone number' };
  const { e164 } = judged;
  if (await isSuppressed(db, organizationId, e164)) {
    return { status: 403, message: 'the number is not to be called' };
  }
  return { e164 };
}
