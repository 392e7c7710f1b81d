import type { SecretKey } from '../access/index.ts';
import type { Database, Queryable } from '../db/index.ts';
import {
  holdSnapshot,
  type OrganizationHead,
  readEntries,
  readHead,
  readOrganizations,
} from './chain-store.ts';
import { checkpointFault, readCheckpoint } from './checkpoints.ts';
import {
  type ChainFault,
  type ChainHead,
  chainStart,
  endFault,
  entryFault,
  exportedFault,
} from './verify-chain.ts';

/** The result for one organization's chain: its end, or its first damaged entry. */
export interface ChainReport {
  organizationId: string;
  /** The last entry that retention has removed; position 0 for none. */
  start: ChainHead;
  head: ChainHead;
  fault: ChainFault | null;
}

/**
 * Verifies every organization's chain, each as of one moment and in bounded memory. The chains must still contain the
 * `exported` heads, unless retention has removed their entries. `secret` checks the signatures of checkpoints; `null`
 * skips that.
 */
export async function* verifyChains(
  db: Database,
  secret: SecretKey | null,
  exported: readonly OrganizationHead[] = [],
): AsyncGenerator<ChainReport> {
  const known = await readOrganizations(db);
  const ids = new Set([...known, ...exported.map(({ organizationId }) => organizationId)]);
  for (const organizationId of [...ids].sort()) {
    const earlier = exported.find((head) => head.organizationId === organizationId) ?? chainStart;
    yield db.transaction(async (tx) => {
      await holdSnapshot(tx);
      return { organizationId, ...(await walk(tx, secret, organizationId, earlier)) };
    });
  }
}

async function walk(
  db: Queryable,
  secret: SecretKey | null,
  organizationId: string,
  exported: ChainHead,
): Promise<Omit<ChainReport, 'organizationId'>> {
  const checkpoint = await readCheckpoint(db, organizationId);
  const { position, createdAt, hash } = checkpoint;
  const start: ChainHead = { position, createdAt, hash };
  let head = start;
  const forged = secret && checkpointFault(secret, organizationId, checkpoint);
  if (forged) return { start, head, fault: forged };
  if (start.position > 0 && start.position === exported.position) {
    const rewritten = exportedFault(start, exported);
    if (rewritten) return { start, head, fault: rewritten };
  }
  for await (const entries of readEntries(db, organizationId)) {
    for (const entry of entries) {
      const fault = entryFault(head, entry);
      if (fault) return { start, head, fault };
      head = { position: entry.position, createdAt: entry.createdAt, hash: entry.hash };
      const rewritten = head.position === exported.position ? exportedFault(head, exported) : null;
      if (rewritten) return { start, head, fault: rewritten };
    }
  }
  const cut = head.position < exported.position ? exportedFault(head, exported) : null;
  return { start, head, fault: cut ?? endFault(head, await readHead(db, organizationId)) };
}
