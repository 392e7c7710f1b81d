import { change, type Scope } from '../../platform/audit/index.ts';
import type { Database, Queryable } from '../../platform/db/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { recordEvent } from '../calls/index.ts';
import { getPresence } from './read.ts';
import type { Presence, SetPresence } from './schemas.ts';
import {
  acceptOffer,
  declineOffer,
  findTeamCall,
  lockTeamCalls,
  offerTeamCalls,
  teamCallExists,
} from './store/calls.ts';
import { extendLease, storePresence } from './store/presence.ts';

/**
 * Makes the actor available or away. Both end the wrap-up time; `away` passes the offered call on. Throws a 409 when the
 * actor wants calls on a device, and none is registered.
 */
export async function setPresence(scope: Scope, wanted: SetPresence): Promise<Presence> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    await lockTeamCalls(tx, organizationId);
    await getPresence({ db: tx, actor: scope.actor });
    await storePresence(tx, organizationId, memberId, wanted);
    if (wanted.state === 'available') await refuseWithoutDevice(tx, scope);
    await offerTeamCalls(tx, organizationId);
    const presence = await getPresence({ db: tx, actor: scope.actor });
    const verb = wanted.state === 'available' ? 'enabled' : 'disabled';
    return { result: presence, audit: { verb, type: 'member_presence', id: memberId } };
  });
}

async function refuseWithoutDevice(tx: Queryable, { actor }: Scope): Promise<void> {
  const { takesOn, state } = await getPresence({ db: tx, actor });
  if (takesOn !== 'device' || state !== 'away') return;
  const message = 'None of your devices is registered. Start the softphone, or take calls in the browser.';
  throw conflict('presence.no_device', message);
}

/** Extends the actor's lease. */
export async function heartbeat({ db, actor }: { db: Database; actor: Actor }): Promise<Presence> {
  await extendLease(db, actor.organizationId, actor.memberId);
  return getPresence({ db, actor });
}

/** Takes the call that rings at the actor. Throws a 409 when it rings there no more. */
export async function acceptTeamCall(scope: Scope, teamCallId: string): Promise<Presence> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const callId = await acceptOffer(tx, { organizationId, teamCallId }, memberId);
    if (callId === null) throw await noOffer(tx, scope.actor, teamCallId);
    const presence = await getPresence({ db: tx, actor: scope.actor });
    const message = `A member took the call for the team ${presence.call?.teamName ?? ''}.`;
    await recordEvent(tx, organizationId, callId, { decision: 'noted', reason: 'team-accepted', message });
    return { result: presence, audit: { verb: 'assigned', type: 'team_calls', id: teamCallId } };
  });
}

/** Refuses the call that rings at the actor. The next member gets it. */
export async function declineTeamCall(scope: Scope, teamCallId: string): Promise<Presence> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    await lockTeamCalls(tx, organizationId);
    const callId = await declineOffer(tx, { organizationId, teamCallId }, memberId);
    if (callId === null) throw await noOffer(tx, scope.actor, teamCallId);
    await recordEvent(tx, organizationId, callId, {
      decision: 'noted',
      reason: 'team-declined',
      message: 'A member declined the call.',
    });
    await offerTeamCalls(tx, organizationId);
    const presence = await getPresence({ db: tx, actor: scope.actor });
    return { result: presence, audit: { verb: 'unassigned', type: 'team_calls', id: teamCallId } };
  });
}

async function noOffer(
  tx: Queryable,
  { organizationId, memberId }: Actor,
  teamCallId: string,
): Promise<Error> {
  if (!(await teamCallExists(tx, organizationId, teamCallId))) return notFound('team call');
  const now = await findTeamCall(tx, { organizationId, teamCallId });
  if (now?.state === 'answered' && now.memberId === memberId)
    return conflict('team_call.taken_by_you', 'You have taken this call already, in another window.');
  const message = 'The call does not ring here any more. Another member may have it.';
  return conflict('team_call.not_offered', message);
}
