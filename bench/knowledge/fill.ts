import type pg from 'pg';
import { splitText } from '../../src/domains/knowledge/split/split.ts';
import { searchableText } from '../../src/domains/knowledge/split/words.ts';
import type { HandbookDocument } from '../../test/knowledge/handbook.ts';

const documents = `insert into knowledge_documents (organization_id, document_id, source_id, title, text, sha256, chunk_count, read_at)
  select $1, d.id, $2, d.title, 'left out', '', 1, now() from unnest($3::text[], $4::text[]) as d (id, title)`;
const chunks = `insert into knowledge_chunks (organization_id, chunk_id, source_id, document_id, position, headings, text, lexemes, length)
  select $1, 'kchunk_' || c.document_id || '_' || c.position, $2, c.document_id, c.position,
    array(select jsonb_array_elements_text(c.headings)), c.text,
    setweight(to_tsvector('english', c.titles), 'A') || setweight(own.lexemes, 'D'),
    (select coalesce(sum(cardinality(positions)), 0) from unnest(own.lexemes))
  from unnest($3::text[], $4::int[], $5::jsonb[], $6::text[], $7::text[]) as c (document_id, position, headings, titles, text)
    cross join lateral to_tsvector('english', c.text) as own (lexemes)`;

/** Stores documents as `storeDocument` does, but many at a time and without the counts of lexemes (`countLexemes`). */
export async function fillMany(
  client: pg.Client,
  organizationId: string,
  sourceId: string,
  made: readonly HandbookDocument[],
): Promise<void> {
  await client.query(documents, [
    organizationId,
    sourceId,
    made.map(({ name }) => name),
    made.map(({ title }) => title),
  ]);
  const rows = made.flatMap(({ name, title, text }) =>
    splitText(text).map((chunk, position) => ({ name, title, position, ...chunk })),
  );
  await client.query(chunks, [
    ...[organizationId, sourceId, rows.map(({ name }) => name), rows.map(({ position }) => position)],
    rows.map(({ headings }) => JSON.stringify(headings)),
    rows.map(({ title, headings }) => searchableText([title, ...headings].join('\n'))),
    rows.map(({ text }) => searchableText(text)),
  ]);
}

/** Counts the lexemes and the chunks of a source anew. */
export async function countLexemes(
  client: pg.Client,
  organizationId: string,
  sourceId: string,
): Promise<void> {
  const values = [organizationId, sourceId];
  await client.query('delete from knowledge_lexemes where organization_id = $1 and source_id = $2', values);
  await client.query(
    `insert into knowledge_lexemes (organization_id, source_id, lexeme, chunk_count)
     select $1, $2, lexeme, count(*) from knowledge_chunks c, unnest(c.lexemes)
     where c.organization_id = $1 and c.source_id = $2 group by lexeme`,
    values,
  );
  await client.query(
    `update knowledge_sources set chunk_count = (select count(*) from knowledge_chunks
       where organization_id = $1 and source_id = $2) where organization_id = $1 and source_id = $2`,
    values,
  );
}

/** Copies the knowledge of an organization to another, which it creates. */
export async function copyKnowledge(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query(
    `insert into organizations (organization_id, name) select $2, name from organizations where organization_id = $1`,
    [from, to],
  );
  for (const table of ['sources', 'documents', 'chunks', 'lexemes']) {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 1 and not attisdropped`,
      [`knowledge_${table}`],
    );
    const { columns } = rows[0]!;
    await client.query(
      `insert into knowledge_${table} (organization_id, ${columns}) select $2, ${columns} from knowledge_${table}
       where organization_id = $1`,
      [from, to],
    );
  }
}
