import {
  firstRow,
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
} from '../../platform/db/index.ts';
import type { NamedPageRequest } from '../../platform/http/index.ts';
import type { CreatePronunciation, Pronunciation } from './schemas.ts';

const columns = `pronunciation_id as "pronunciationId", term, language, replacement, ipa, created_at as "createdAt",
  updated_at as "updatedAt"`;
/** The primary language of an entry, as in the index `pronunciations_term`. */
const primaryLanguage = `coalesce(lower(split_part(language, '-', 1)), '')`;

const insert = statement(
  'pronunciations.insert',
  `insert into pronunciations (organization_id, pronunciation_id, term, language, replacement, ipa, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, now(), now()) returning ${columns}`,
);
const update = statement(
  'pronunciations.update',
  `update pronunciations set term = $3, language = $4, replacement = $5, ipa = $6, updated_at = now()
   where organization_id = $1 and pronunciation_id = $2 returning ${columns}`,
);
const selectOne = readStatement(
  'pronunciations.get',
  `select ${columns} from pronunciations where organization_id = $1 and pronunciation_id = $2`,
);
const list = namedList('pronunciations.list', {
  select: `select ${columns} from pronunciations`,
  organization: 'organization_id',
  id: 'pronunciation_id',
  text: 'term',
});
const remove = statement(
  'pronunciations.delete',
  'delete from pronunciations where organization_id = $1 and pronunciation_id = $2 returning term',
);
const lock = statement(
  'pronunciations.lock',
  "select pg_advisory_xact_lock(hashtextextended('pronunciations ' || $1, 0))",
);
const others = readStatement(
  'pronunciations.others',
  `select count(*) as count, count(*) filter (where lower(term) = lower($3)
     and ${primaryLanguage} = coalesce(lower(split_part($4::text, '-', 1)), '')) as same
   from pronunciations where organization_id = $1 and pronunciation_id <> $2`,
);
// Entries of one language come before those of every language.
const selectSpoken = readStatement(
  'pronunciations.spoken',
  `select term, language, replacement, ipa from pronunciations
   where organization_id = $1 and ${primaryLanguage} = any($2) order by language nulls last, lower(term)`,
);

/** An entry as a voice needs it. */
export type SpokenEntry = Pick<Pronunciation, 'term' | 'language' | 'replacement' | 'ipa'>;

export async function insertPronunciation(
  db: Queryable,
  organizationId: string,
  pronunciationId: string,
  values: CreatePronunciation,
): Promise<Pronunciation> {
  const [row] = await db.query<Pronunciation>(insert, [organizationId, pronunciationId, ...valuesOf(values)]);
  return row!;
}

export async function updatePronunciationRow(
  db: Queryable,
  organizationId: string,
  pronunciationId: string,
  values: CreatePronunciation,
): Promise<Pronunciation> {
  const [row] = await db.query<Pronunciation>(update, [organizationId, pronunciationId, ...valuesOf(values)]);
  return row!;
}

export function findPronunciation(
  db: Queryable,
  organizationId: string,
  pronunciationId: string,
): Promise<Pronunciation | null> {
  return firstRow(db, selectOne, [organizationId, pronunciationId]);
}

/** Returns one row more than the page. */
export function selectPronunciations(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<Pronunciation[]> {
  return queryNamedList<Pronunciation>(db, list, organizationId, request);
}

/** Deletes an entry and returns its term, or null when it does not exist. */
export async function deletePronunciationRow(
  db: Queryable,
  organizationId: string,
  pronunciationId: string,
): Promise<string | null> {
  const [row] = await db.query<{ term: string }>(remove, [organizationId, pronunciationId]);
  return row?.term ?? null;
}

/** Prevents other changes of the organization's dictionary until the transaction ends. */
export async function lockDictionary(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(lock, [organizationId]);
}

/** Returns the number of other entries, and of those with the same term and primary language (0 or 1). */
export async function countOthers(
  tx: Queryable,
  organizationId: string,
  pronunciationId: string,
  { term, language }: Pick<Pronunciation, 'term' | 'language'>,
): Promise<{ count: number; same: number }> {
  const values = [organizationId, pronunciationId, term, language];
  const [row] = await tx.query<{ count: number; same: number }>(others, values);
  return row!;
}

/** Returns the entries of the primary languages and of every language. */
export function selectSpokenEntries(
  db: Queryable,
  organizationId: string,
  primaryLanguages: readonly string[],
): Promise<SpokenEntry[]> {
  return db.query<SpokenEntry>(selectSpoken, [organizationId, ['', ...primaryLanguages]]);
}

function valuesOf({ term, language, replacement, ipa }: CreatePronunciation): unknown[] {
  return [term, language, replacement, ipa];
}
