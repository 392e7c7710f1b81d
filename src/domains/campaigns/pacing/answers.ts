import type { Database } from '../../../platform/db/index.ts';
import { endTeamCall, offerTeamCalls, type TeamCallOutcome, waitForTeam } from '../../teams/index.ts';
import { type AnswerCount, countAnswer } from './store.ts';

/** An answered call of a campaign of a team. */
export interface AnsweredTeamCall {
  organizationId: string;
  campaignId: string;
  teamId: string;
  callId: string;
  teamCallId: string;
}

/** Counts a call that a person answered, and offers it to a member at once. Returns false when the team is gone. */
export async function offerAnsweredCall(db: Database, call: AnsweredTeamCall): Promise<boolean> {
  const { organizationId, teamId, callId, campaignId } = call;
  const isWaiting = await db.transaction(async (tx) => {
    await count(tx, call, 'answered');
    return waitForTeam(tx, call, { teamId, callId, skills: [], campaignId });
  });
  if (isWaiting) await offerTeamCalls(db, organizationId);
  return isWaiting;
}

/** Counts a call that a member has on the line in time. */
export async function giveCall(db: Database, call: AnsweredTeamCall): Promise<void> {
  await count(db, call, 'given');
}

/**
 * Ends the call of the team: its member has left (`answered`), or none came. `timed-out` counts as abandoned, although the agent carries
 * the call. A person who hung up before is not counted as abandoned.
 */
export async function takeBackCall(
  db: Database,
  call: AnsweredTeamCall,
  outcome: TeamCallOutcome | 'answered',
): Promise<void> {
  await db.transaction(async (tx) => {
    if (outcome === 'timed-out') await count(tx, call, 'abandoned');
    await endTeamCall(tx, call, outcome);
  });
}

function count(
  db: Parameters<typeof countAnswer>[0],
  { organizationId, campaignId }: AnsweredTeamCall,
  what: AnswerCount,
): Promise<void> {
  return countAnswer(db, organizationId, campaignId, what);
}
