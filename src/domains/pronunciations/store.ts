import {
  firstRow,
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
} from '../../platform/db/index.ts';
import type { NamedPageRequest } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
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
const other = readStatement(
  'pronunciations.other',
  `select 1 from pronunciations where organization_id = $1 and pronunciation_id <> $2 and lower(term) = lower($3)
     and ${primaryLanguage} = coalesce(lower(split_part($4::text, '-', 1)), '')`,
);
// Entries of one language come before those of every language.
const selectSpoken = readStatement(
  'pronunciations.spoken',
  `select term, language, replacement, ipa from pronunciations
   where organization_id = $1 and ${primaryLanguage} = any($2) order by language nulls last, lower(term)`,
);

const selectAll = readStatement(
  'pronunciations.all',
  'select term, language, replacement, ipa from pronunciations where organization_id = $1 order by lower(term), language',
);
const given = `unnest($2::text[], $3::text[], $4::text[], $5::text[])
  with ordinality as given (term, language, replacement, ipa, number)`;
// The arrays of entries are the second to the fifth value in both statements.
const repeated = readStatement(
  'pronunciations.repeated',
  `select array_agg(number::int - 1 order by number) as indexes from ${given} where $1::text is not null
   group by lower(term), ${primaryLanguage} having count(*) > 1 order by min(number) limit 1`,
);
const merge = statement(
  'pronunciations.merge',
  `insert into pronunciations as p
     (organization_id, pronunciation_id, term, language, replacement, ipa, created_at, updated_at)
   select $1, ($6::text[])[number], term, language, replacement, ipa, now(), now() from ${given} order by number
   on conflict (organization_id, ${primaryLanguage}, lower(term)) do update
     set term = excluded.term, language = excluded.language, replacement = excluded.replacement, ipa = excluded.ipa,
       updated_at = now()
     where (p.term, p.language, p.replacement, p.ipa)
       is distinct from (excluded.term, excluded.language, excluded.replacement, excluded.ipa)
   returning pronunciation_id as "pronunciationId", term, pronunciation_id = any($6) as "isNew"`,
);
const count = readStatement(
  'pronunciations.count',
  'select count(*) as count from pronunciations where organization_id = $1',
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

/** Returns whether another entry has the same term and primary language. */
export async function hasOther(
  tx: Queryable,
  organizationId: string,
  pronunciationId: string,
  { term, language }: Pick<Pronunciation, 'term' | 'language'>,
): Promise<boolean> {
  const values = [organizationId, pronunciationId, term, language];
  return (await tx.query(other, values)).length > 0;
}

/** Returns the entries of the primary languages and of every language. */
export function selectSpokenEntries(
  db: Queryable,
  organizationId: string,
  primaryLanguages: readonly string[],
): Promise<SpokenEntry[]> {
  return db.query<SpokenEntry>(selectSpoken, [organizationId, ['', ...primaryLanguages]]);
}

/** Returns all entries in the order of their terms. */
export function selectAllEntries(db: Queryable, organizationId: string): Promise<SpokenEntry[]> {
  return db.query<SpokenEntry>(selectAll, [organizationId]);
}

/** Returns the positions of the first entries that have the same term and primary language, or null. */
export async function findRepeated(
  tx: Queryable,
  entries: readonly SpokenEntry[],
): Promise<readonly number[] | null> {
  const [row] = await tx.query<{ indexes: number[] }>(repeated, ['', ...arraysOf(entries)]);
  return row?.indexes ?? null;
}

/** An entry that was added or changed. */
interface MergedEntry {
  pronunciationId: string;
  term: string;
  isNew: boolean;
}

/** Adds entries, or changes those with the same term and primary language. Returns the ones that were not there as given. */
export function mergePronunciations(
  tx: Queryable,
  organizationId: string,
  entries: readonly SpokenEntry[],
): Promise<MergedEntry[]> {
  const ids = entries.map(() => newId('pronunciation'));
  return tx.query<MergedEntry>(merge, [organizationId, ...arraysOf(entries), ids]);
}

export async function countPronunciations(tx: Queryable, organizationId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(count, [organizationId]);
  return row!.count;
}

function arraysOf(entries: readonly SpokenEntry[]): (string | null)[][] {
  const columns = ['term', 'language', 'replacement', 'ipa'] as const;
  return columns.map((column) => entries.map((entry) => entry[column]));
}

function valuesOf({ term, language, replacement, ipa }: CreatePronunciation): unknown[] {
  return [term, language, replacement, ipa];
}
