import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';

const selectPages = readStatement(
  'knowledge.pages',
  `select document_id as "documentId", address, title, sha256, etag, last_modified as "lastModified",
     is_corrected as "isCorrected", problem, read_at >= $3::timestamptz as "isRead" from knowledge_documents
   where organization_id = $1 and source_id = $2`,
);
const touch = statement(
  'knowledge.touch_page',
  `update knowledge_documents set read_at = case when is_corrected then read_at else now() end, problem = $3,
     etag = $4, last_modified = $5 where organization_id = $1 and document_id = $2`,
);
const remove = statement(
  'knowledge.delete_documents',
  'delete from knowledge_documents where organization_id = $1 and document_id = any($2)',
);

/** A page as it was last read. */
export interface StoredPage {
  documentId: string;
  address: string | null;
  title: string;
  sha256: string;
  etag: string | null;
  lastModified: string | null;
  isCorrected: boolean;
  problem: string | null;
  /** Whether this reading has read it already. */
  isRead: boolean;
}

/** Returns the documents of a source. */
export function selectPagesOf(
  db: Queryable,
  organizationId: string,
  sourceId: string,
  readingSince: string,
): Promise<StoredPage[]> {
  return db.query<StoredPage>(selectPages, [organizationId, sourceId, readingSince]);
}

/** Notes that a page was asked for: it has not changed, or there was a problem. */
export async function touchPage(
  tx: Queryable,
  organizationId: string,
  { documentId, etag, lastModified }: Pick<StoredPage, 'documentId' | 'etag' | 'lastModified'>,
  problem: string | null,
): Promise<void> {
  await tx.query(touch, [organizationId, documentId, problem, etag, lastModified]);
}

/** Deletes documents. The chunks, and what is counted of them, must be gone. */
export async function deleteDocumentRows(
  tx: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  await tx.query(remove, [organizationId, documentIds]);
}
