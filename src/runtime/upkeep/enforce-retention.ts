import { forgetCallPartitions, forgetCalls, forgetRecordings } from '../../domains/calls/index.ts';
import { forgetChats } from '../../domains/chats/index.ts';
import { organizationsWithRetention } from '../../domains/organizations/index.ts';
import { dropEmptyRunPartitions, forgetRuns } from '../../domains/workflows/index.ts';
import type { Database } from '../../platform/db/index.ts';

const dayMs = 86_400_000;

/**
 * Removes calls, recordings, chats and runs that ended before the days that their organization keeps: first the partitions
 * in which everything has expired, then the rows of others. Returns their number. Each call of this function is bounded; the next one removes the rest. A failure does not stop the other
 * organizations. It is thrown at the end.
 */
export async function enforceRetention(db: Database, nowMs: number): Promise<number> {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  let count = 0;
  const failures: unknown[] = [];
  try {
    count += await forgetCallPartitions(db, nowMs);
  } catch (error) {
    failures.push(error);
  }
  for (const { organizationId, ...days } of await organizationsWithRetention(db)) {
    const duties = [
      [forgetCalls, days.callsDays],
      [forgetRecordings, days.recordingsDays],
      [forgetChats, days.chatsDays],
      [forgetRuns, days.runsDays],
    ] as const;
    for (const [forget, kept] of duties) {
      if (kept === null) continue;
      try {
        count += await forget(db, organizationId, today - kept * dayMs);
      } catch (error) {
        failures.push(error);
      }
    }
  }
  try {
    await dropEmptyRunPartitions(db, nowMs);
  } catch (error) {
    failures.push(error);
  }
  if (failures.length > 0) throw failures[0];
  return count;
}
