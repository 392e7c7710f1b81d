import { type Database, statement } from '../../platform/db/index.ts';
import type { DialableCall } from './dialable-call.ts';

const take = statement('dialer.take_trunk', 'select take_trunk($1, $2, $3, $4, $5, $6, $7, $8, $9) as state');

/** What a claim of another trunk came to. `full`: the trunk takes no more calls at this moment, or is gone. */
type TrunkClaim = 'stands' | 'stopped' | 'gone' | 'full';

/**
 * Claims a call of this process once more, for an INVITE over another trunk. `next` is that INVITE's identity; only
 * `stands` permits it to be sent. `invite` is the identity of the one before, which is not sent any more.
 */
export async function takeTrunk(
  db: Database,
  call: Pick<DialableCall, 'organizationId' | 'callId' | 'nodeId' | 'invite'>,
  trunkId: string,
  next: DialableCall['invite'],
): Promise<TrunkClaim> {
  const { organizationId, callId, nodeId, invite } = call;
  const identity = [next.callId, next.branch, next.fromTag, next.cseq];
  const values = [organizationId, callId, nodeId, invite.branch, trunkId, ...identity];
  const [row] = await db.query<{ state: TrunkClaim }>(take, values);
  return row?.state ?? 'gone';
}
