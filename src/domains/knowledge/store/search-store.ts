import { readStatement, type Statement } from '../../../platform/db/index.ts';

/** The most chunks that are scored, where `planSearch` expected fewer. */
const candidatesMax = 2000;
/** The score of chunks in another language than the question. */
const otherLanguageFactor = 0.5;

const sourcesAsked = `select source_id, configuration, chunk_count, language from knowledge_sources
  where organization_id = $1 and ($2::text[] is null or source_id = any($2)) and chunk_count > 0`;

/**
 * The lexemes of a question, and three similar ones for each of the two longest that no chunk has. Two lexemes are similar
 * from 0.3 on (`pg_trgm.similarity_threshold`).
 */
export const selectLexemes = readStatement(
  'knowledge.asked_lexemes',
  `with sources as materialized (${sourcesAsked}),
   asked as (
     select lexeme, array_agg(configuration) as configurations
     from (select distinct configuration::text from sources) used,
       unnest(to_tsvector(used.configuration::regconfig, $3)) group by lexeme
   ), known as materialized (
     select a.lexeme, a.configurations, (
       select coalesce(sum(l.chunk_count), 0)::int from sources s join knowledge_lexemes l
         on l.organization_id = $1 and l.source_id = s.source_id and l.lexeme = a.lexeme) as n
     from asked a
   )
   select lexeme, lexeme as asked, configurations, 1 as similarity, n as "chunkCount", (select sum(chunk_count)::int from sources) as total
   from known
   union all
   select near.lexeme, k.lexeme, k.configurations, near.alike, near.n, 0 from (
     select lexeme, configurations from known where n = 0 and length(lexeme) >= 5 and lexeme !~ '[0-9]'
     order by length(lexeme) desc limit 2
   ) k cross join lateral (
     select l.lexeme, similarity(l.lexeme, k.lexeme) as alike, sum(l.chunk_count)::int as n
     from knowledge_lexemes l
     where l.organization_id = $1 and l.lexeme % k.lexeme and l.source_id in (select source_id from sources)
     group by l.lexeme order by alike desc limit 3) near`,
);

/** Returns the statement that scores the chunks of `from`, which names the source as `s` and the chunk as `c`. */
function scoring(name: string, from: string): Statement {
  return readStatement(
    name,
    `with candidates as materialized (
     select c.chunk_id, c.lexemes, c.length,
       case when split_part(lower(s.language), '-', 1) <> $7 then ${otherLanguageFactor}::float8 else 1 end as factor
     from ${from} limit ${candidatesMax}
   ), asked as materialized (
     select * from unnest($4::tsquery[], $5::float8[]) as l (query, weight)
   ), scored as (
     select chunk_id, sum(weight * frequency / (frequency + 0.5 + length / 120::float8)) as score from (
       select chunk_id, length, factor * weight as weight, ts_rank_cd('{0.5, 0.5, 0.5, 1}', lexemes, query) as frequency
       from candidates join asked on lexemes @@ query offset 0) matches
     group by chunk_id order by score desc, chunk_id limit $6
   )
   select c.chunk_id as "chunkId", c.source_id as "sourceId", c.document_id as "documentId", d.title, d.address,
     c.headings, c.text, s.score
   from scored s join knowledge_chunks c on c.organization_id = $1 and c.chunk_id = s.chunk_id
     join knowledge_documents d on d.organization_id = $1 and d.document_id = c.document_id
   order by s.score desc, c.chunk_id`,
  );
}

export const searchAll = scoring(
  'knowledge.search',
  `knowledge_chunks c
     join knowledge_sources s on s.organization_id = c.organization_id and s.source_id = c.source_id
   where c.organization_id = $1 and ($2::text[] is null or c.source_id = any($2)) and c.lexemes @@ $3::tsquery`,
);
// A word that is rare in these sources may be common in the others, whose chunks are not read this way.
export const searchSome = scoring(
  'knowledge.search_sources',
  `knowledge_sources s cross join lateral (
     select chunk_id, lexemes, length from knowledge_chunks
     where organization_id = $1 and source_id = s.source_id and lexemes @@ $3::tsquery limit ${candidatesMax}) c
   where s.organization_id = $1 and s.source_id = any($2)`,
);
