import type { Database, Transaction } from '../../../platform/db/index.ts';
import { Language } from '../../../platform/http/index.ts';
import { configurationOf } from '../languages.ts';
import { type ParsedFile, UnreadableError } from '../parsing/jobs.ts';
import { textCharactersMax } from '../schemas.ts';
import { deleteUnusedLexemes, removeDocumentChunks } from '../store/chunk-store.ts';
import { type ClaimedSource, lockClaim } from '../store/claim-store.ts';
import { findDocument } from '../store/document-store.ts';
import { deleteDocumentRows, type StoredPage, touchPage } from '../store/page-store.ts';
import { adoptLanguageOf, countSource, hasTooManyChunks } from '../store/source-store.ts';
import { hashOf, storeDocument, tooMuch } from '../store-document.ts';

/** Another reader has the source, or it was deleted. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError';
}

interface Writing {
  db: Database;
  source: ClaimedSource;
}

/** A page or file that was read. */
interface ReadPage {
  address: string | null;
  etag: string | null;
  lastModified: string | null;
}

/** Runs a transaction under the lock of the source. Throws a ClaimLostError when another reader has it. */
export async function underClaim<T>(
  { db, source }: Writing,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    if (!(await lockClaim(tx, source))) throw new ClaimLostError();
    return work(tx);
  });
}

/**
 * Stores a page, unless it is the same as before or was corrected by hand. A new file replaces a correction too. Throws an
 * UnreadableError for too much text.
 */
export async function storePage(
  writing: Writing,
  { address, etag, lastModified }: ReadPage,
  { title: found, text, language: named }: ParsedFile,
  before: StoredPage | null,
): Promise<void> {
  const { organizationId, sourceId, name, kind } = writing.source;
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UnreadableError('has no text');
  if (text.length > textCharactersMax)
    throw new UnreadableError(`has more than ${textCharactersMax} characters of text; divide it`);
  const title = (found ?? titleOf(address) ?? name).slice(0, 300);
  const isSame = before?.sha256 === hashOf(title, text);
  await underClaim(writing, async (tx) => {
    // It may have been corrected since the reading began.
    const isCorrected = before && (await findDocument(tx, organizationId, before.documentId))?.isCorrected;
    if (before && (isSame || (isCorrected && kind !== 'file')))
      return touchPage(tx, organizationId, { ...before, etag, lastModified }, null);
    const language = Language.safeParse(named?.trim()).data;
    if (language !== undefined)
      await adoptLanguageOf(tx, organizationId, {
        sourceId,
        language,
        configuration: configurationOf(language),
      });
    const documentId = before?.documentId ?? null;
    await storeDocument(tx, organizationId, {
      documentId,
      sourceId,
      title,
      address,
      text,
      etag,
      lastModified,
    });
    await countSource(tx, organizationId, sourceId);
    if (await hasTooManyChunks(tx, organizationId)) throw new UnreadableError(tooMuch);
  });
}

/** Keeps what is known of a page, and notes the problem; null for none. */
export async function keepPage(
  writing: Writing,
  before: StoredPage | null,
  problem: string | null,
): Promise<void> {
  if (before)
    await underClaim(writing, (tx) =>
      touchPage(tx, writing.source.organizationId, before, problem && sentence(problem)),
    );
}

/** Returns a problem as a sentence, as people read it. */
export function sentence(problem: string): string {
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}${problem.endsWith('.') ? '' : '.'}`;
}

/** Removes pages that the site no longer lists. */
export async function removePages(writing: Writing, pages: readonly StoredPage[]): Promise<void> {
  const { organizationId, sourceId } = writing.source;
  await underClaim(writing, async (tx) => {
    for (const { documentId } of pages) await removeDocumentChunks(tx, organizationId, documentId);
    await deleteDocumentRows(
      tx,
      organizationId,
      pages.map(({ documentId }) => documentId),
    );
    await deleteUnusedLexemes(tx, organizationId, sourceId);
    await countSource(tx, organizationId, sourceId);
  });
}

/** The last part of the path, for a page without a title. */
function titleOf(address: string | null): string | null {
  const path = address === null ? '' : new URL(address).pathname;
  const last = path
    .split('/')
    .filter((part) => part !== '')
    .at(-1);
  if (last === undefined) return null;
  try {
    return decodeURIComponent(last);
  } catch {
    // It is encoded in another way than UTF-8.
    return last;
  }
}
