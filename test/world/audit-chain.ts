import { expect } from 'vitest';
import { entryHash } from '../../src/platform/audit/index.ts';
import { type Queryable, statement } from '../../src/platform/db/index.ts';

/** An audit entry in the API. */
export interface AuditDoc {
  memberId: string;
  memberName: string | null;
  actionVerb: string;
  resourceType: string;
  resourceReferenceId: string | null;
  resourceLabel: string | null;
  requestId: string;
  createdAt: string;
}

const chain = statement(
  'test.audit_chain',
  `select organization_id, position, doc, previous_hash, hash from audit_logs
   order by organization_id collate "C", created_at`,
);

interface Row {
  organization_id: string;
  position: number;
  doc: string;
  previous_hash: Buffer;
  hash: Buffer;
}

/**
 * Returns the audit entries of every organization, oldest first. Fails unless every chain is intact: positions without
 * gaps, increasing times, and each hash over the previous one.
 */
export async function readIntactAuditLog(db: Queryable): Promise<(AuditDoc & { organizationId: string })[]> {
  const rows = await db.query<Row>(chain);
  let before: (Row & { createdAt: string }) | undefined;
  return rows.map((row) => {
    const doc = JSON.parse(row.doc) as AuditDoc;
    const last = before?.organization_id === row.organization_id ? before : undefined;
    expect(row.position).toBe((last?.position ?? 0) + 1);
    if (last) expect(doc.createdAt > last.createdAt).toBe(true);
    const previous = last?.hash ?? Buffer.alloc(0);
    expect(row.previous_hash.equals(previous)).toBe(true);
    expect(row.hash.equals(entryHash(previous, row.position, row.doc))).toBe(true);
    before = { ...row, createdAt: doc.createdAt };
    return { ...doc, organizationId: row.organization_id };
  });
}

/** Returns the entries of one request. */
export async function auditOfRequest(db: Queryable, requestId: unknown): Promise<AuditDoc[]> {
  return (await readIntactAuditLog(db)).filter((doc) => doc.requestId === requestId);
}
