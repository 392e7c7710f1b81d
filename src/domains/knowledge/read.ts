import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { invalid, notFound, timeOfId, toError } from '../../platform/kernel/index.ts';
import type { QuestionVectors } from './meaning/question-vectors.ts';
import type {
  KnowledgeChunks,
  KnowledgeDocument,
  KnowledgeDocumentSummary,
  KnowledgeFound,
  KnowledgeSource,
  SearchKnowledge,
} from './schemas.ts';
import { searchKnowledge } from './search/search.ts';
import { selectDocumentChunks, selectRefusals } from './store/chunk-store.ts';
import { findDocument, selectDocuments } from './store/document-store.ts';
import { findSource, selectSources, unknownSources } from './store/source-store.ts';

export async function getSource({ db, actor }: ReadScope, sourceId: string): Promise<KnowledgeSource> {
  const source = await findSource(db, actor.organizationId, sourceId);
  if (!source) throw notFound('knowledge source');
  return source;
}

/** Searches the organization's knowledge. Throws a 400 that names a source which does not exist. */
export async function search(
  { db, actor }: ReadScope,
  input: SearchKnowledge,
  vectors?: QuestionVectors,
): Promise<KnowledgeFound> {
  const { organizationId } = actor;
  const { sourceIds, ...rest } = input;
  const [unknown] = await unknownSources(db, organizationId, sourceIds ?? []);
  if (unknown !== undefined) {
    const place = sourceIds!.indexOf(unknown) + 1;
    throw invalid('sourceIds', `item ${place} is not the id of a source of knowledge`);
  }
  let problem: string | null = null;
  const onProblem = (error: unknown) => {
    problem = toError(error).message;
  };
  const question = { organizationId, sourceIds: sourceIds ?? ('all' as const), ...rest };
  const chunks = await searchKnowledge({ db, vectors, onProblem }, question);
  return { chunks, problem };
}

/** Returns the organization's sources, newest first. */
export async function listSources(scope: ReadScope, page: NamedPageRequest): Promise<Page<KnowledgeSource>> {
  const rows = await selectSources(scope.db, scope.actor.organizationId, page);
  return pageOf(rows, page.size, ({ createdAt, sourceId: id }) => ({ createdAt, id }));
}

/** Returns the documents of a source, newest first. */
export async function listDocuments(
  scope: ReadScope,
  sourceId: string,
  page: PageRequest,
): Promise<Page<KnowledgeDocumentSummary>> {
  await getSource(scope, sourceId);
  const rows = await selectDocuments(scope.db, scope.actor.organizationId, sourceId, page);
  return pageOf(rows, page.size, ({ documentId: id }) => ({
    createdAt: new Date(timeOfId(id)).toISOString(),
    id,
  }));
}

export async function getDocument({ db, actor }: ReadScope, documentId: string): Promise<KnowledgeDocument> {
  const document = await findDocument(db, actor.organizationId, documentId);
  if (!document) throw notFound('knowledge document');
  return document;
}

/** Returns the chunks of a document in their order. */
export async function listChunks(scope: ReadScope, documentId: string): Promise<KnowledgeChunks['chunks']> {
  await getDocument(scope, documentId);
  const { organizationId } = scope.actor;
  const chunks = await selectDocumentChunks(scope.db, organizationId, documentId);
  const ids = chunks.map(({ chunkId }) => chunkId);
  const refusals = await selectRefusals(scope.db, organizationId, ids);
  return chunks.map((chunk) => ({ ...chunk, refusal: refusals.get(chunk.chunkId) ?? null }));
}
