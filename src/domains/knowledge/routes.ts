import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  namedPageRequest,
  nextPageUrl,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import { addRoutes } from './add-routes.ts';
import { type EmbeddingDependencies, embeddingRoutes } from './embedding-routes.ts';
import type { QuestionVectors } from './meaning/question-vectors.ts';
import { questionsDescription, UnansweredQuestions, unansweredQuestions } from './questions.ts';
import { getDocument, getSource, listChunks, listDocuments, listSources, search } from './read.ts';
import {
  KnowledgeChunks,
  KnowledgeDocument,
  KnowledgeDocumentFilters,
  KnowledgeDocumentPage,
  KnowledgeFound,
  KnowledgeSource,
  KnowledgeSourceFilters,
  KnowledgeSourcePage,
  SearchKnowledge,
  textBodyBytesMax,
  UpdateKnowledgeDocument,
  UpdateKnowledgeSource,
} from './schemas.ts';
import { deleteSource, undoCorrection, updateDocument, updateSource } from './write.ts';

const path = '/api/knowledge';
const tag = 'Knowledge';
const ofSource = z.object({ sourceId: z.string() });
const ofDocument = z.object({ documentId: z.string() });

const updateDocumentDescription = `Corrects what was read. The correction is found from now on, and reading the source
again does not replace it.`;

const undoDescription = `Brings back the title and text from before the last correction. Doing it once more brings the correction
back. When a page or file was read anew since then, there is nothing to undo.`;

const searchDescription = `Returns the parts of the organization's documents that answer a question best, the best first. Needs no
key: PostgreSQL searches by the words of the question in their forms in the language of each source, and by similar words for
those that no source has. Words that few parts have count most, and words of titles and headings count more. If the knowledge
has an embedding model, the question goes to its provider, and parts of similar meaning are found too.`;

export interface KnowledgeDependencies extends EmbeddingDependencies {
  /** Lets the reader of this process look for work. */
  wakeKnowledgeReader?: (() => void) | undefined;
}

export function knowledgeRoutes(dependencies: KnowledgeDependencies): Route[] {
  const { db, wakeKnowledgeReader: wakeReader, questionVectors } = dependencies;
  return [
    ...addRoutes({ db, wakeReader }),
    ...sourceRoutes({ db }),
    ...documentRoutes({ db }),
    ...embeddingRoutes(dependencies),
    searchRoute({ db }, questionVectors),
    questionsRoute({ db }),
  ];
}

function sourceRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/sources`,
      operationId: 'listKnowledgeSources',
      tag,
      summary: 'List the sources of knowledge, newest first',
      scope: 'agents:read',
      query: KnowledgeSourceFilters,
      output: KnowledgeSourcePage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listSources({ db, ...context }, namedPageRequest(query));
        const nextPage = nextPageUrl(context.baseUrl, `${path}/sources`, query, next);
        return { sources: items, metadata: { nextPage } };
      },
    }),
    ...oneSourceRoutes({ db }),
  ];
}

function oneSourceRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/sources/{sourceId}`,
      operationId: 'getKnowledgeSource',
      tag,
      summary: 'Read a source of knowledge',
      scope: 'agents:read',
      params: ofSource,
      output: KnowledgeSource,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getSource({ db, ...context }, params.sourceId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/sources/{sourceId}`,
      operationId: 'updateKnowledgeSource',
      tag,
      summary: 'Change a source of knowledge',
      scope: 'agents:write',
      params: ofSource,
      body: UpdateKnowledgeSource,
      bodyBytesMax: textBodyBytesMax,
      output: KnowledgeSource,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, body }) => updateSource({ db, ...context }, params.sourceId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/sources/{sourceId}`,
      operationId: 'deleteKnowledgeSource',
      tag,
      summary: 'Delete a source with its documents',
      scope: 'agents:write',
      params: ofSource,
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteSource({ db, ...context }, params.sourceId),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/sources/{sourceId}/documents`,
      operationId: 'listKnowledgeDocuments',
      tag,
      summary: 'List the documents of a source, newest first',
      scope: 'agents:read',
      params: ofSource,
      query: KnowledgeDocumentFilters,
      output: KnowledgeDocumentPage,
      status: 200,
      errors: [404],
      async handle(context, { params: { sourceId }, query }) {
        const { items, next } = await listDocuments({ db, ...context }, sourceId, pageRequest(query));
        const address = `${path}/sources/${sourceId}/documents`;
        return {
          documents: items,
          metadata: { nextPage: nextPageUrl(context.baseUrl, address, query, next) },
        };
      },
    }),
  ];
}

function documentRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/documents/{documentId}`,
      operationId: 'getKnowledgeDocument',
      tag,
      summary: 'Read a document with its text',
      scope: 'agents:read',
      params: ofDocument,
      output: KnowledgeDocument,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getDocument({ db, ...context }, params.documentId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/documents/{documentId}`,
      operationId: 'updateKnowledgeDocument',
      tag,
      summary: 'Correct a document',
      description: updateDocumentDescription,
      scope: 'agents:write',
      params: ofDocument,
      body: UpdateKnowledgeDocument,
      bodyBytesMax: textBodyBytesMax,
      output: KnowledgeDocument,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, body }) => updateDocument({ db, ...context }, params.documentId, body),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/documents/{documentId}/undo`,
      operationId: 'undoKnowledgeCorrection',
      tag,
      summary: 'Undo the last correction of a document',
      description: undoDescription,
      scope: 'agents:write',
      params: ofDocument,
      output: KnowledgeDocument,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => undoCorrection({ db, ...context }, params.documentId),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/documents/{documentId}/chunks`,
      operationId: 'listKnowledgeChunks',
      tag,
      summary: 'List the parts of a document that a search finds, in their order',
      scope: 'agents:read',
      params: ofDocument,
      output: KnowledgeChunks,
      status: 200,
      errors: [404],
      handle: async (context, { params }) => ({
        chunks: await listChunks({ db, ...context }, params.documentId),
      }),
    }),
  ];
}

function questionsRoute({ db }: { db: Database }): Route {
  return defineRoute({
    method: 'GET',
    path: `${path}/questions`,
    operationId: 'listUnansweredQuestions',
    tag,
    summary: 'List what the knowledge does not answer',
    description: questionsDescription,
    scope: 'calls:read',
    output: UnansweredQuestions,
    status: 200,
    handle: async (context) => ({ questions: await unansweredQuestions({ db, ...context }) }),
  });
}

function searchRoute({ db }: { db: Database }, vectors: QuestionVectors | undefined): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/search`,
    operationId: 'searchKnowledge',
    tag,
    summary: 'Search the knowledge',
    description: searchDescription,
    scope: 'agents:read',
    body: SearchKnowledge,
    output: KnowledgeFound,
    status: 200,
    handle: (context, { body }) => search({ db, ...context }, body, vectors),
  });
}
