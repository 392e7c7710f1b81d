import { knownVersionSpace, lockOfSecret, secretInUseSpace } from '../../platform/access/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { delay } from '../../platform/kernel/index.ts';

const holders = statement(
  'keys.holders',
  `select a.application_name || coalesce(' at ' || host(a.client_addr), '') as name
   from pg_locks l join pg_stat_activity a using (pid) join pg_database d on d.oid = l.database
   where l.locktype = 'advisory' and l.objsubid = 2 and d.datname = current_database() and l.classid::bigint = $1
     and l.objid::bigint between $2 and $3
   order by 1`,
);

/** The limits of waiting for processes. */
export interface WaitLimits {
  /** A process that still holds its lock after this time does not follow the rotation. */
  timeoutMs: number;
  /**
   * The time for which the lock must be free. A process that lost its connection has reconnected or read the keys by
   * then.
   */
  quietMs: number;
}

const checkEveryMs = 200;

/** Thrown when processes do not use the new keys in time. */
export class StillInUseError extends Error {
  readonly processes: string[];

  constructor(processes: string[]) {
    super(processes.join(', '));
    this.processes = processes;
  }
}

/** Resolves when every process knows the keys of this version. Rejects with a StillInUseError when one does not follow. */
export function untilAllKnow(db: Database, version: number, limits: WaitLimits): Promise<void> {
  return untilUnheld(db, [knownVersionSpace, 0, version - 1], limits);
}

/**
 * Resolves when no process uses the secret key of this fingerprint. Rejects with a StillInUseError when one still does.
 */
export function untilUnused(db: Database, fingerprint: string, limits: WaitLimits): Promise<void> {
  const key = lockOfSecret(fingerprint) >>> 0;
  return untilUnheld(db, [secretInUseSpace, key, key], limits);
}

async function untilUnheld(
  db: Database,
  locks: [space: number, from: number, to: number],
  { timeoutMs, quietMs }: WaitLimits,
): Promise<void> {
  const startedMs = performance.now();
  let heldMs = startedMs;
  for (;;) {
    const found = await db.query<{ name: string }>(holders, locks);
    const nowMs = performance.now();
    if (found.length > 0) heldMs = nowMs;
    if (nowMs - heldMs >= quietMs) return;
    if (found.length > 0 && nowMs - startedMs >= timeoutMs)
      throw new StillInUseError(found.map(({ name }) => name));
    await delay(checkEveryMs);
  }
}
