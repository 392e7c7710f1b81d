import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, invalid, notFound } from '../../platform/kernel/index.ts';
import type {
  CreateKnowledgePage,
  KnowledgeSource,
  ReplaceKnowledgeFile,
  UploadKnowledgeFile,
} from './schemas.ts';
import { beginReading, storeFileBytes } from './store/claim-store.ts';
import { findSource, lockSource, updateSourceRow } from './store/source-store.ts';
import { addSource } from './write.ts';

/** Adds a page or a site. A reader reads it soon. */
export async function createPages(
  scope: Scope,
  kind: 'page' | 'site',
  { name, language, address, rereadHours }: CreateKnowledgePage,
): Promise<KnowledgeSource> {
  const shown = name ?? address.slice(0, 200);
  return change(scope, async (tx) => {
    const described = { kind, name: shown, language, address, fileName: null, rereadHours };
    const source = await addSource(tx, scope.actor.organizationId, described);
    const { sourceId: id } = source;
    return { result: source, audit: { verb: 'created', type: 'knowledge_sources', id, label: shown } };
  });
}

/** Stores a file as a source. A reader reads it soon. */
export async function uploadFile(
  scope: Scope,
  { fileName, name = fileName, language }: UploadKnowledgeFile,
  body: AsyncIterable<Uint8Array>,
): Promise<KnowledgeSource> {
  const { organizationId } = scope.actor;
  const bytes = await wholeFile(body);
  return change(scope, async (tx) => {
    const place = { address: null, fileName, rereadHours: null };
    const described = { kind: 'file' as const, name, language: language ?? null, ...place };
    const source = await addSource(tx, organizationId, described);
    const { sourceId: id } = source;
    await storeFileBytes(tx, organizationId, id, bytes);
    return { result: source, audit: { verb: 'created', type: 'knowledge_sources', id, label: name } };
  });
}

/** Replaces the file of a source. The old text is found until the new one has been read. */
export async function replaceFile(
  scope: Scope,
  sourceId: string,
  { fileName }: ReplaceKnowledgeFile,
  body: AsyncIterable<Uint8Array>,
): Promise<KnowledgeSource> {
  const { organizationId } = scope.actor;
  const bytes = await wholeFile(body);
  return change(scope, async (tx) => {
    const source = await lockSource(tx, organizationId, sourceId);
    if (!source) throw notFound('knowledge source');
    if (source.kind !== 'file')
      throw conflict('knowledge_source.no_file', `The source is a ${source.kind}, not a file.`);
    await updateSourceRow(tx, organizationId, { ...source, fileName });
    await storeFileBytes(tx, organizationId, sourceId, bytes);
    await beginReading(tx, organizationId, sourceId);
    const result = (await findSource(tx, organizationId, sourceId))!;
    return {
      result,
      audit: { verb: 'updated', type: 'knowledge_sources', id: sourceId, label: source.name },
    };
  });
}

/** Has a page or site read now. Does nothing while it is being read. */
export async function readAgain(scope: Scope, sourceId: string): Promise<KnowledgeSource> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const source = await lockSource(tx, organizationId, sourceId);
    if (!source) throw notFound('knowledge source');
    if (source.kind !== 'page' && source.kind !== 'site') {
      const advice = source.kind === 'file' ? 'upload its file again' : 'change its text';
      throw conflict(
        'knowledge_source.not_read',
        `The source is a ${source.kind}, which is not fetched; ${advice}.`,
      );
    }
    if (source.state === 'reading') return { result: source, audit: [] };
    await beginReading(tx, organizationId, sourceId);
    const result = (await findSource(tx, organizationId, sourceId))!;
    return {
      result,
      audit: { verb: 'started', type: 'knowledge_sources', id: sourceId, label: source.name },
    };
  });
}

async function wholeFile(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const bytes = Buffer.concat(await Array.fromAsync(body));
  if (bytes.length === 0) throw invalid('body', 'is empty; send the file');
  return bytes;
}
