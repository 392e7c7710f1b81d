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

/** How long to wait for processes. */
export interface Patience {
  /** A process that still holds the lock after this has not taken the new keys. */
  timeoutMs: number;
  /** How long the lock must be free. A process whose connection broke has reconnected by then, or has read the keys. */
  quietMs: number;
}

const lookEveryMs = 200;

/** Processes that did not take the new keys in time. */
export class StillInUseError extends Error {
  readonly processes: string[];

  constructor(processes: string[]) {
    super(processes.join(', '));
    this.processes = processes;
  }
}

/** Resolves when every process knows the keys of this version. Rejects with a StillInUseError when one does not follow. */
export function untilAllKnow(db: Database, version: number, patience: Patience): Promise<void> {
  return untilUnheld(db, [knownVersionSpace, 0, version - 1], patience);
}

/** Resolves when no process uses the secret key of this fingerprint. Rejects with a StillInUseError when one does not follow. */
export function untilUnused(db: Database, fingerprint: string, patience: Patience): Promise<void> {
  const key = lockOfSecret(fingerprint) >>> 0;
  return untilUnheld(db, [secretInUseSpace, key, key], patience);
}

async function untilUnheld(
  db: Database,
  locks: [space: number, from: number, to: number],
  { timeoutMs, quietMs }: Patience,
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
    await delay(lookEveryMs);
  }
}
