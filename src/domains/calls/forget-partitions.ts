import { appendSql } from '../../platform/audit/index.ts';
import {
  type Database,
  dropPartitions,
  droppable,
  partitionsOf,
  withPartitions,
} from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { idBound, newId } from '../../platform/kernel/index.ts';
import {
  type CallRange,
  callTablesByTime,
  figuresOf,
  isInUse,
  ownersOf,
  type PartitionFigures,
  removeBesideCalls,
} from './store/partitions.ts';

const dayMs = 86_400_000;
/** Calls of an empty partition may still come, from a process with a slow clock. */
const marginMs = dayMs;
/** Sorts before every id of a call. */
const beforeAll = 'call_';

/**
 * Drops the partitions of calls in which no organization keeps a call any more, oldest first, with everything that
 * `forgetCalls` removes with a call. Writes an audit entry for each organization. Returns the number of calls. Other
 * expired calls are left to `forgetCalls`.
 */
export async function forgetCallPartitions(db: Database, nowMs: number): Promise<number> {
  let count = 0;
  for (const { from, to } of droppable(await partitionsOf(db, 'calls'))) {
    if (to > idBound('call', nowMs - marginMs)) break;
    count += await forgetRange(db, { from: from ?? beforeAll, to }, nowMs);
  }
  return count;
}

async function forgetRange(db: Database, range: CallRange, nowMs: number): Promise<number> {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const done = await withPartitions(db, async (tx) => {
    const keptFrom = new Map<string, number>();
    for (const { organizationId, callsDays } of await ownersOf(tx, range)) {
      if (callsDays === null || range.to > idBound('call', today - callsDays * dayMs)) return 0;
      keptFrom.set(organizationId, today - callsDays * dayMs);
    }
    const names: string[] = [];
    for (const table of callTablesByTime) {
      const own = (await partitionsOf(tx, table)).find(({ to }) => to === range.to);
      if (!own) return 0;
      names.push(own.name);
    }
    const organizationIds = [...keptFrom.keys()];
    if (await isInUse(tx, organizationIds, range)) return 0;
    const figures = await figuresOf(tx, organizationIds, range);
    if (figures.some((each) => isKept(each, keptFrom.get(each.organizationId)!))) return 0;
    await removeBesideCalls(tx, organizationIds, range);
    await dropPartitions(tx, names);
    for (const { organizationId, calls } of figures) {
      const before = new Date(keptFrom.get(organizationId)!).toISOString().slice(0, 10);
      const label = `${calls} calls that ended before ${before}, by retention`;
      const entry = { verb: 'deleted', type: 'calls', id: null, label } as const;
      tx.beforeCommit(appendSql(systemActor(organizationId, newId('req')), entry));
    }
    return figures.reduce((sum, { calls }) => sum + calls, 0);
  });
  return done ?? 0;
}

function isKept({ latestEndMs, isBusy }: PartitionFigures, keptFromMs: number): boolean {
  return isBusy || latestEndMs === null || latestEndMs >= keptFromMs;
}
