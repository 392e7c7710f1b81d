import type { HeldCall } from '../../../domains/calls/index.ts';
import {
  giveCall,
  offerAnsweredCall,
  patienceSeconds,
  takeBackCall,
} from '../../../domains/campaigns/index.ts';
import { findTeamCall } from '../../../domains/teams/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { fairTimeout, type Log, newId } from '../../../platform/kernel/index.ts';
import type { TakeOver } from './take-over.ts';

/** The campaign and the team for which a call was dialed. */
export interface DialedForTeam {
  campaignId: string;
  teamId: string;
}

interface AwaitMemberOptions {
  db: Database;
  held: HeldCall;
  dialedFor: DialedForTeam;
  takeOver: Pick<TakeOver, 'expect' | 'observe'>;
  /** Aborts when the call is over. */
  gone: AbortSignal;
  /** Reports a fact for the timeline of the call. */
  onFact: (reason: string, message: string) => void;
  log: Log;
}

/** A member of a team who is awaited for a call that a person has answered. */
export interface AwaitedMember {
  /** Whether a member is there. The member takes the call over when its conversation has begun. */
  isThere: boolean;
  /** The conversation has begun. */
  begun(): void;
}

/**
 * Offers a call that a person has answered to the members of its team. Resolves when a member is there, or after 2 s: the call
 * then counts as abandoned, and the agent carries it. When the database cannot be reached, the agent carries it too.
 */
export async function awaitMember(options: AwaitMemberOptions): Promise<AwaitedMember> {
  const { db, held, dialedFor, takeOver, gone, onFact, log } = options;
  const { organizationId, callId } = held;
  const call = { organizationId, callId, ...dialedFor, teamCallId: newId('tcall') };
  const arrived = Promise.withResolvers<boolean>();
  const conversation = Promise.withResolvers<void>();
  // Only the member who accepted the offered call gets it, and no supervisor who takes the call over by hand meanwhile.
  let isOpen = true;
  const unexpect = takeOver.expect(async (memberId) => {
    if (!isOpen) return false;
    const now = await findTeamCall(db, call);
    if (!isOpen || now?.state !== 'answered' || now.memberId !== memberId) return false;
    arrived.resolve(true);
    await conversation.promise;
    return true;
  });
  const cancel = fairTimeout(patienceSeconds * 1000, () => arrived.resolve(false));
  gone.addEventListener(
    'abort',
    () => {
      arrived.resolve(false);
      conversation.resolve();
    },
    { once: true },
  );
  void offerAnsweredCall(db, call)
    .then((isOffered) => {
      if (!isOffered) arrived.resolve(false);
    })
    .catch((error: unknown) => {
      log.warn({ err: error }, 'an answered call could not be offered to its team; the agent carries it');
      arrived.resolve(false);
    });
  const isThere = await arrived.promise;
  isOpen = false;
  cancel();
  unexpect();
  const stored = (work: Promise<unknown>) =>
    work.catch((error: unknown) => log.warn({ err: error }, 'what became of an answered call is not stored'));
  if (!isThere) {
    void stored(takeBackCall(db, call, gone.aborted ? 'abandoned' : 'timed-out'));
    if (!gone.aborted)
      onFact(
        'no-member',
        `No member of the team was on the line within ${patienceSeconds} s; the agent carries the call.`,
      );
    return { isThere, begun: () => undefined };
  }
  void stored(giveCall(db, call));
  const off = takeOver.observe(({ type }) => {
    if (type !== 'ended') return;
    off();
    void stored(takeBackCall(db, call, 'answered'));
  });
  return { isThere, begun: () => conversation.resolve() };
}
