import { type CallEnd, doubtfulCalls, endCallsIn } from '../../domains/calls/index.ts';
import { emit } from '../../domains/events/index.ts';
import { change } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { type Log, newId } from '../../platform/kernel/index.ts';
import { type EpochToOpen, epochToOpen, notifyOrganization, openEpoch } from '../../platform/nodes/index.ts';

const doubtful: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'unknown-outcome',
  message:
    'The database failed over, and a process that did not come back may have dialed the call shortly before. It is not dialed again.',
};

/**
 * Ends a failover that may have lost changes, once every process has written back its calls or 30 s have passed: ends calls
 * that a lost process may have dialed, notifies each organization, and lets dialing go on. Returns 1 when it did.
 */
export async function settleFailover(db: Database, log: Log, afterSeconds?: number): Promise<number> {
  const epoch = await epochToOpen(db, afterSeconds);
  if (!epoch) return 0;
  for (const organizationId of epoch.organizationIds) {
    // The failure of one organization must not keep the others from dialing.
    await notify(db, log, epoch, organizationId).catch((error: unknown) =>
      log.error({ err: error, organizationId }, 'an organization could not be notified of a failover'),
    );
  }
  if (!(await openEpoch(db, epoch.epochId))) return 0;
  log.warn({ timeline: epoch.timeline }, 'the failover of the database is settled; dialing goes on');
  return 1;
}

function notify(
  db: Database,
  log: Log,
  { epochId, timeline, safeAt: since, firstSeenAt: until, doubtfulMax }: EpochToOpen,
  organizationId: string,
): Promise<void> {
  const actor = systemActor(organizationId, newId('req'));
  return change({ db, actor }, async (tx) => {
    const found = await notifyOrganization(tx, epochId, organizationId);
    if (!found) return { result: undefined, audit: [] };
    const ids = doubtfulMax > 0 ? await doubtfulCalls(tx, organizationId, until, doubtfulMax) : [];
    const ends = ids.map((callId) => ({
      condition: { organizationId, callId, from: ['queued'] as const, nodeId: null },
      ending: doubtful,
    }));
    const ended = (await endCallsIn(tx, ends)).filter(Boolean).length;
    const callsWrittenBack = found.writtenBack;
    const callsUnknown = found.unknown + ended;
    const missingCallIds = found.missing;
    const resourceId = `timeline_${timeline}`;
    const data = { since, until, timeline, callsWrittenBack, callsUnknown, missingCallIds };
    await emit(tx, [{ organizationId, type: 'database.failedOver', resourceId, data }]);
    log.error({ organizationId, ...data }, 'the database failed over; acknowledged changes may be missing');
    const label = `changes from ${since} to ${until} may be missing; calls: ${callsWrittenBack} written back, ${callsUnknown} of unknown outcome, ${missingCallIds.length} missing`;
    return { result: undefined, audit: { verb: 'reset', type: 'databases', id: resourceId, label } };
  });
}
