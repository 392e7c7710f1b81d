import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { PageRequest } from '../../../platform/http/index.ts';
import type { KnowledgeDocument, KnowledgeDocumentSummary } from '../schemas.ts';

// The vectors have other names here, so that the columns of the document need none.
const refusedCount = `(select count(*)::int from (
    select v.organization_id as of_organization, v.source_id as of_source, c.document_id as of_document
    from knowledge_vectors v join knowledge_models m
      on m.organization_id = v.organization_id and m.generation = v.refused_generation
    join knowledge_chunks c on c.organization_id = v.organization_id and c.chunk_id = v.chunk_id) refused
  where of_organization = organization_id and of_source = source_id and of_document = document_id)`;
const columns = `document_id as "documentId", source_id as "sourceId", title, address, problem,
  is_corrected as "isCorrected",
  previous is not null as "canUndo", chunk_count as "chunkCount",
  ${refusedCount} as "refusedCount", read_at as "readAt"`;

const selectOne = readStatement(
  'knowledge.get_document',
  `select ${columns}, text from knowledge_documents where organization_id = $1 and document_id = $2`,
);
const selectPage = readStatement(
  'knowledge.list_documents',
  `select ${columns} from knowledge_documents
   where organization_id = $1 and source_id = $2 and ($3::text is null or document_id < $3)
   order by document_id desc limit $4`,
);
const selectOnly = readStatement(
  'knowledge.only_document',
  `select ${columns}, text from knowledge_documents where organization_id = $1 and source_id = $2 limit 1`,
);
const selectPrevious = readStatement(
  'knowledge.previous_text',
  `select previous #>> '{title}' as title, previous #>> '{text}' as text,
     (previous #>> '{isCorrected}')::boolean as "isCorrected"
   from knowledge_documents where organization_id = $1 and document_id = $2 and previous is not null`,
);
const store = statement(
  'knowledge.store_document',
  `insert into knowledge_documents as d (organization_id, document_id, source_id, title, address, text, sha256, etag,
     last_modified, is_corrected, chunk_count, previous, read_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::int, $12, now())
   on conflict (organization_id, document_id) do update set title = excluded.title, text = excluded.text,
     sha256 = excluded.sha256, etag = excluded.etag, last_modified = excluded.last_modified,
     is_corrected = excluded.is_corrected, chunk_count = excluded.chunk_count, previous = excluded.previous, read_at = now(), problem = null`,
);

/** The title and text of a document before its last correction. */
export type PreviousText = Pick<KnowledgeDocument, 'title' | 'text' | 'isCorrected'>;

/** A document to store. */
export interface NewDocument
  extends Pick<KnowledgeDocument, 'documentId' | 'sourceId' | 'title' | 'address' | 'text' | 'isCorrected'> {
  sha256: string;
  etag: string | null;
  lastModified: string | null;
  chunkCount: number;
  /** What an undo brings back; null for nothing. */
  previous: PreviousText | null;
}

/** Inserts a document, or replaces the one with its id. */
export async function storeDocumentRow(
  tx: Queryable,
  organizationId: string,
  document: NewDocument,
): Promise<void> {
  const { documentId, sourceId, title, address, text, sha256, etag, lastModified } = document;
  await tx.query(store, [
    ...[organizationId, documentId, sourceId, title, address, text, sha256, etag, lastModified],
    ...[document.isCorrected, document.chunkCount, document.previous && JSON.stringify(document.previous)],
  ]);
}

export function findDocument(
  db: Queryable,
  organizationId: string,
  documentId: string,
): Promise<KnowledgeDocument | null> {
  return firstRow(db, selectOne, [organizationId, documentId]);
}

/** Returns what an undo brings back; null for nothing. */
export function findPreviousText(
  db: Queryable,
  organizationId: string,
  documentId: string,
): Promise<PreviousText | null> {
  return firstRow(db, selectPrevious, [organizationId, documentId]);
}

/** Returns the document of a source that has one at most: of a text, a file or a page. */
export function findOnlyDocument(
  db: Queryable,
  organizationId: string,
  sourceId: string,
): Promise<KnowledgeDocument | null> {
  return firstRow(db, selectOnly, [organizationId, sourceId]);
}

/** Returns one row more than the page, newest first. */
export function selectDocuments(
  db: Queryable,
  organizationId: string,
  sourceId: string,
  { size, after }: PageRequest,
): Promise<KnowledgeDocumentSummary[]> {
  const values = [organizationId, sourceId, after?.id ?? null, size + 1];
  return db.query<KnowledgeDocumentSummary>(selectPage, values);
}
