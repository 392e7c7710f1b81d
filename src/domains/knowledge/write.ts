import { change, type Scope } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import { configurationOf } from './languages.ts';
import type {
  CreateKnowledgeText,
  KnowledgeDocument,
  KnowledgeSource,
  UpdateKnowledgeDocument,
  UpdateKnowledgeSource,
} from './schemas.ts';
import { sourcesMax } from './schemas.ts';
import { deleteUnusedLexemes } from './store/chunk-store.ts';
import {
  findDocument,
  findOnlyDocument,
  findPreviousText,
  type PreviousText,
} from './store/document-store.ts';
import {
  completeSource,
  countSource,
  deleteSourceRow,
  insertSource,
  lockSource,
  type NewSource,
  updateSourceRow,
  usersOfSource,
} from './store/source-store.ts';
import { refuseBeyondMaximum, storeDocument } from './store-document.ts';

/** Inserts a source that waits for a reader. Throws a 409 when the organization has the most sources already. */
export async function addSource(
  tx: Transaction,
  organizationId: string,
  source: Omit<NewSource, 'sourceId' | 'configuration'>,
): Promise<KnowledgeSource> {
  const configuration = configurationOf(source.language);
  const made = await insertSource(tx, organizationId, {
    ...source,
    sourceId: newId('ksource'),
    configuration,
  });
  if (made) return made;
  throw conflict(
    'knowledge.too_many_sources',
    `An organization has at most ${sourcesMax} sources. Delete one first.`,
  );
}

/** Stores a text as a source. It is found from now on. */
export async function createText(scope: Scope, input: CreateKnowledgeText): Promise<KnowledgeSource> {
  const { organizationId } = scope.actor;
  const { name, language, text } = input;
  return change(scope, async (tx) => {
    const place = { address: null, fileName: null, rereadHours: null };
    const { sourceId } = await addSource(tx, organizationId, { kind: 'text', name, language, ...place });
    await storeDocument(tx, organizationId, { documentId: null, sourceId, title: name, address: null, text });
    await completeSource(tx, organizationId, sourceId, null);
    const source = await countSource(tx, organizationId, sourceId);
    await refuseBeyondMaximum(tx, organizationId, source);
    return {
      result: source,
      audit: { verb: 'created', type: 'knowledge_sources', id: sourceId, label: name },
    };
  });
}

/** Changes the given fields of a source. */
export async function updateSource(
  scope: Scope,
  sourceId: string,
  input: UpdateKnowledgeSource,
): Promise<KnowledgeSource> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockSource(tx, organizationId, sourceId);
    if (!current) throw notFound('knowledge source');
    if (changesNothing(input)) return { result: current, audit: [] };
    const { text } = input;
    const { name, rereadHours } = withChanges(current, { name: input.name, rereadHours: input.rereadHours });
    if (input.rereadHours != null && current.kind !== 'page' && current.kind !== 'site')
      throw invalid('rereadHours', `belongs to pages and sites, and this source is a ${current.kind}`);
    if (text !== undefined && current.kind !== 'text')
      throw invalid(
        'text',
        `belongs to sources of the kind text, and this one is a ${current.kind}; correct its documents`,
      );
    await updateSourceRow(tx, organizationId, { ...current, name, rereadHours });
    if (current.kind === 'text' && (text !== undefined || name !== current.name))
      await replaceText(tx, organizationId, { ...current, name }, text);
    const source = await countSource(tx, organizationId, sourceId);
    await refuseBeyondMaximum(tx, organizationId, source);
    return {
      result: source,
      audit: { verb: 'updated', type: 'knowledge_sources', id: sourceId, label: name },
    };
  });
}

/** Replaces the text of a source, whose name is its title. */
async function replaceText(
  tx: Transaction,
  organizationId: string,
  { sourceId, name }: KnowledgeSource,
  text: string | undefined,
): Promise<void> {
  const document = await findOnlyDocument(tx, organizationId, sourceId);
  const isReplaced = document !== null && text !== undefined && text !== document.text;
  const before = isReplaced
    ? document
    : document && (await findPreviousText(tx, organizationId, document.documentId));
  const previous = before && { title: name, text: before.text, isCorrected: before.isCorrected };
  const stored = { documentId: document?.documentId ?? null, sourceId, title: name, address: null, previous };
  await storeDocument(tx, organizationId, { ...stored, text: text ?? document?.text ?? '' });
  await deleteUnusedLexemes(tx, organizationId, sourceId);
}

/** Corrects the title or text of a document. Reading its source again does not undo that. */
export async function updateDocument(
  scope: Scope,
  documentId: string,
  input: UpdateKnowledgeDocument,
): Promise<KnowledgeDocument> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const found = await findDocument(tx, organizationId, documentId);
    if (!found) throw notFound('knowledge document');
    if (changesNothing(input)) return { result: found, audit: [] };
    const { sourceId } = found;
    await lockSource(tx, organizationId, sourceId);
    const current = await findDocument(tx, organizationId, documentId);
    if (!current) throw notFound('knowledge document');
    const { title = current.title, text = current.text } = input;
    const isSame = title === current.title && text === current.text;
    const previous = isSame ? await findPreviousText(tx, organizationId, documentId) : current;
    return correct(tx, organizationId, current, { title, text, isCorrected: true }, previous);
  });
}

/** Takes the last correction of a document back. Undoing once more brings it back. Throws a 409 when there is none. */
export async function undoCorrection(scope: Scope, documentId: string): Promise<KnowledgeDocument> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const found = await findDocument(tx, organizationId, documentId);
    if (!found) throw notFound('knowledge document');
    await lockSource(tx, organizationId, found.sourceId);
    const current = await findDocument(tx, organizationId, documentId);
    if (!current) throw notFound('knowledge document');
    const previous = await findPreviousText(tx, organizationId, documentId);
    if (!previous)
      throw conflict(
        'knowledge_document.nothing_to_undo',
        'The document has no correction to undo: it was never corrected, or it was read anew since then.',
      );
    return correct(tx, organizationId, current, previous, current);
  });
}

/** Stores another title and text of a document, whose source is locked. `previous` is what an undo brings back. */
async function correct(
  tx: Transaction,
  organizationId: string,
  { documentId, sourceId, address }: KnowledgeDocument,
  { title, text, isCorrected }: PreviousText,
  previous: PreviousText | null,
) {
  const before = previous && {
    title: previous.title,
    text: previous.text,
    isCorrected: previous.isCorrected,
  };
  const document = { documentId, sourceId, address, title, text, isCorrected, previous: before };
  await storeDocument(tx, organizationId, document);
  await deleteUnusedLexemes(tx, organizationId, sourceId);
  await refuseBeyondMaximum(tx, organizationId, await countSource(tx, organizationId, sourceId));
  const result = (await findDocument(tx, organizationId, documentId))!;
  const audit = { verb: 'updated', type: 'knowledge_documents', id: documentId, label: title } as const;
  return { result, audit };
}

/** Deletes a source, which no published version and no draft of an agent names, with all that was read of it. */
export async function deleteSource(scope: Scope, sourceId: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const source = await lockSource(tx, organizationId, sourceId);
    if (!source) throw notFound('knowledge source');
    const users = await usersOfSource(tx, organizationId, sourceId);
    if (users.length > 0)
      throw conflict('knowledge_source.in_use', `The source is in use by ${users.join(', ')}.`);
    const label = await deleteSourceRow(tx, organizationId, sourceId);
    return { result: undefined, audit: { verb: 'deleted', type: 'knowledge_sources', id: sourceId, label } };
  });
}
