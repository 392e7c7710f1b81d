import { createHash } from 'node:crypto';
import type { Transaction } from '../../platform/db/index.ts';
import { conflict, newId } from '../../platform/kernel/index.ts';
import { chunksMax, type KnowledgeSource } from './schemas.ts';
import { splitText } from './split/split.ts';
import { replaceChunks } from './store/chunk-store.ts';
import {
  findDocument,
  type NewDocument,
  type PreviousText,
  storeDocumentRow,
} from './store/document-store.ts';
import { hasTooManyChunks } from './store/source-store.ts';

/** A text to store as a document of a source. */
export interface ReadDocument extends Pick<NewDocument, 'sourceId' | 'title' | 'address' | 'text'> {
  /** The document that it replaces; null for a new one. */
  documentId: string | null;
  isCorrected?: boolean;
  /** What an undo brings back; nothing by default. */
  previous?: PreviousText | null;
  etag?: string | null;
  lastModified?: string | null;
}

/** Stores a document and its chunks. The caller holds the lock of the source, and counts the source afterwards. */
export async function storeDocument(
  tx: Transaction,
  organizationId: string,
  document: ReadDocument,
): Promise<string> {
  const {
    sourceId,
    title,
    text,
    etag = null,
    lastModified = null,
    isCorrected = false,
    previous = null,
  } = document;
  const before = document.documentId && (await findDocument(tx, organizationId, document.documentId));
  const documentId = document.documentId ?? newId('kdoc');
  const chunks = splitText(text);
  await storeDocumentRow(tx, organizationId, {
    ...{ documentId, sourceId, title, text, address: document.address, isCorrected, etag, lastModified },
    ...{ sha256: hashOf(title, text), chunkCount: chunks.length, previous },
  });
  const isRetitled = before ? before.title !== title : false;
  await replaceChunks(tx, { organizationId, sourceId, documentId, title }, chunks, isRetitled);
  return documentId;
}

/** The problem of a source that would exceed the chunks of the organization. */
export const tooMuch = `brings the organization above ${chunksMax} parts of documents; delete other sources, or shorten this one`;

/** Returns the hash of a document as it was read. */
export function hashOf(title: string, text: string): string {
  return createHash('sha256').update(`${title}\n${text}`).digest('hex');
}

/** Throws a 409 when a source, counted in this transaction, exceeds the chunks of the organization. */
export async function refuseBeyondMaximum(
  tx: Transaction,
  organizationId: string,
  { chunkCount }: KnowledgeSource,
): Promise<void> {
  if (chunkCount === 0 || !(await hasTooManyChunks(tx, organizationId))) return;
  throw conflict('knowledge.too_much', `The source ${tooMuch}`);
}
