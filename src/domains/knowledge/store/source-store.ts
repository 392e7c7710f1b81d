import {
  firstRow,
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
} from '../../../platform/db/index.ts';
import type { NamedPageRequest } from '../../../platform/http/index.ts';
import { chunksMax, type KnowledgeSource, sourcesMax } from '../schemas.ts';

// The vectors have other names here, so that the columns of the source need none.
const refusedCount = `(select count(*)::int from (
    select v.organization_id as of_organization, v.source_id as of_source from knowledge_vectors v join knowledge_models m
      on m.organization_id = v.organization_id and m.generation = v.refused_generation) refused
  where of_organization = organization_id and of_source = source_id)`;
const columns = `source_id as "sourceId", kind, name, language, address, file_name as "fileName",
  reread_hours as "rereadHours", state, problem, document_count as "documentCount", chunk_count as "chunkCount",
  ${refusedCount} as "refusedCount",
  read_at as "readAt", case when state <> 'reading' then due_at end as "nextReadAt", created_at as "createdAt",
  updated_at as "updatedAt"`;
const own = 'organization_id = $1 and source_id = $2';

const insert = statement(
  'knowledge.insert_source',
  `insert into knowledge_sources (organization_id, source_id, kind, name, language, configuration, address, file_name,
     reread_hours, state, due_at, created_at, updated_at)
   select $1, $2, $3, $4, $5, coalesce((select cfgname from pg_ts_config where cfgname = $6
       and cfgnamespace = 'pg_catalog'::regnamespace), 'simple'), $7, $8, $9::int, 'reading', now(), now(), now()
   where (select count(*) from knowledge_sources where organization_id = $1) < ${sourcesMax} returning ${columns}`,
);
// Chunks that are stored already keep the word forms with which they were stored.
const adoptLanguage = statement(
  'knowledge.adopt_language',
  `update knowledge_sources set language = $3, configuration = coalesce((select cfgname from pg_ts_config
     where cfgname = $4 and cfgnamespace = 'pg_catalog'::regnamespace), 'simple')
   where ${own} and language is null and document_count = 0`,
);
const selectOne = readStatement(
  'knowledge.get_source',
  `select ${columns} from knowledge_sources where ${own}`,
);
const selectForUpdate = statement('knowledge.lock_source', `${selectOne.text} for update`);
const list = namedList('knowledge.list_sources', {
  select: `select ${columns} from knowledge_sources`,
  organization: 'organization_id',
  id: 'source_id',
  text: 'name',
});
const update = statement(
  'knowledge.update_source',
  `update knowledge_sources set name = $3, reread_hours = $4::int, file_name = $5, updated_at = now(),
     due_at = case when state = 'reading' then due_at else coalesce(read_at, now()) + make_interval(hours => $4::int) end
   where ${own}`,
);
const complete = statement(
  'knowledge.complete_source',
  `update knowledge_sources s set state = 'ready', problem = $3, read_at = now(), attempts = 0, reading_since = null,
     due_at = now() + make_interval(hours => reread_hours)
   where ${own} returning ${columns}`,
);
const count = statement(
  'knowledge.count_source',
  `update knowledge_sources s set (document_count, chunk_count) = (
     select count(*), coalesce(sum(d.chunk_count), 0) from knowledge_documents d
     where d.organization_id = s.organization_id and d.source_id = s.source_id), updated_at = now()
   where ${own} returning ${columns}`,
);
const selectSize = readStatement(
  'knowledge.size',
  'select coalesce(sum(chunk_count), 0)::int as chunks from knowledge_sources where organization_id = $1',
);
const selectUnknown = readStatement(
  'knowledge.unknown_sources',
  `select id from unnest($2::text[]) as asked (id) where not exists (
     select from knowledge_sources where organization_id = $1 and source_id = asked.id)`,
);
const users = readStatement(
  'knowledge.users_of_source',
  `select 'agent ' || a.name as name from agents a join agent_versions v
     on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where a.organization_id = $1 and (
     (v.configuration #> '{knowledge,sourceIds}')::jsonb ? $2 or (a.draft #> '{knowledge,sourceIds}')::jsonb ? $2
     or exists (select from unnest(array[v.configuration, a.draft]) as c, json_each(c #> '{flow,stages}') as stage
       where (stage.value -> 'knowledge')::jsonb ? $2))
   order by a.agent_id limit 5`,
);
const remove = statement(
  'knowledge.delete_source',
  `delete from knowledge_sources where ${own} returning name`,
);

/** Gives a source that has no language yet the language of its first document. */
export async function adoptLanguageOf(
  tx: Queryable,
  organizationId: string,
  { sourceId, language, configuration }: { sourceId: string; language: string; configuration: string },
): Promise<void> {
  await tx.query(adoptLanguage, [organizationId, sourceId, language, configuration]);
}

/** A source to insert. It waits for a reader. */
export interface NewSource
  extends Pick<
    KnowledgeSource,
    'sourceId' | 'kind' | 'name' | 'language' | 'address' | 'fileName' | 'rereadHours'
  > {
  /** The text search configuration; `simple` is taken where the database has no such one. */
  configuration: string;
}

/** Inserts a source. Returns null when the organization has the most sources already. */
export function insertSource(
  tx: Queryable,
  organizationId: string,
  source: NewSource,
): Promise<KnowledgeSource | null> {
  const { sourceId, kind, name, language, configuration, address, fileName, rereadHours } = source;
  return firstRow(tx, insert, [
    ...[organizationId, sourceId, kind, name, language, configuration, address, fileName, rereadHours],
  ]);
}

export function findSource(
  db: Queryable,
  organizationId: string,
  sourceId: string,
): Promise<KnowledgeSource | null> {
  return firstRow(db, selectOne, [organizationId, sourceId]);
}

/** Returns a source and locks it. Changes of its documents and chunks need this lock. */
export function lockSource(
  tx: Queryable,
  organizationId: string,
  sourceId: string,
): Promise<KnowledgeSource | null> {
  return firstRow(tx, selectForUpdate, [organizationId, sourceId]);
}

/** Returns one row more than the page, newest first. */
export function selectSources(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<KnowledgeSource[]> {
  return queryNamedList<KnowledgeSource>(db, list, organizationId, request);
}

/** Changes the fields of a source. A new schedule counts from when it was last read. */
export async function updateSourceRow(
  tx: Queryable,
  organizationId: string,
  { sourceId, name, rereadHours, fileName }: KnowledgeSource,
): Promise<void> {
  await tx.query(update, [organizationId, sourceId, name, rereadHours, fileName]);
}

/** Marks a source as read. `problem` says what was left out. */
export async function completeSource(
  tx: Queryable,
  organizationId: string,
  sourceId: string,
  problem: string | null,
): Promise<void> {
  await tx.query(complete, [organizationId, sourceId, problem]);
}

/** Counts the documents and chunks of a source, and returns it. */
export async function countSource(
  tx: Queryable,
  organizationId: string,
  sourceId: string,
): Promise<KnowledgeSource> {
  return (await tx.query<KnowledgeSource>(count, [organizationId, sourceId]))[0]!;
}

/** Returns whether the organization has more chunks than it may have. */
export async function hasTooManyChunks(tx: Queryable, organizationId: string): Promise<boolean> {
  const [row] = await tx.query<{ chunks: number }>(selectSize, [organizationId]);
  return row!.chunks > chunksMax;
}

/** Returns those of the ids that no source of the organization has. */
export async function unknownSources(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(selectUnknown, [organizationId, ids]);
  return rows.map(({ id }) => id);
}

/** Returns up to five descriptions of the agents that name a source. */
export async function usersOfSource(
  tx: Queryable,
  organizationId: string,
  sourceId: string,
): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(users, [organizationId, sourceId]);
  return rows.map(({ name }) => name);
}

/** Deletes a source with all that was read of it. Returns its name, or null when it does not exist. */
export async function deleteSourceRow(
  tx: Queryable,
  organizationId: string,
  sourceId: string,
): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(remove, [organizationId, sourceId]);
  return row?.name ?? null;
}
