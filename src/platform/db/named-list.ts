import type { Queryable } from './database.ts';
import { readStatement, type Statement } from './statement.ts';

/** Which rows of a list are asked for; null does not narrow it. */
interface NamedListRequest {
  size: number;
  /** Only what is older than this one. */
  after: { id: string } | null;
  /** What the name has to contain, in whatever case. */
  search: string | null;
  ids: readonly string[] | null;
}

/** The statements of a list, newest first, whose rows have names. */
interface NamedList {
  readonly all: Statement;
  /** By the primary key: in one statement with the other, a plan for any values would read all rows of the organization. */
  readonly ofIds: Statement;
}

/**
 * The list of an organization's things. `select` goes as far as the tables; `organization`, `id` and `text` are
 * expressions of them: whose a row is, its id, and what a search looks into. `and` narrows it further by values from $5 on,
 * `andValues` of them.
 */
export function namedList(
  name: string,
  list: { select: string; organization: string; id: string; text: string; and?: string; andValues?: number },
): NamedList {
  const { select, organization, id, text, and = '', andValues = 0 } = list;
  const where = `${select}
   where ${organization} = $1 and ($2::text is null or ${id} < $2)
     and ($3::text is null or strpos(lower(${text}), lower($3)) > 0) ${and}`;
  const end = `order by ${id} desc limit $4`;
  return {
    all: readStatement(name, `${where} ${end}`),
    ofIds: readStatement(`${name}_of_ids`, `${where} and ${id} = any($${5 + andValues}::text[]) ${end}`),
  };
}

/** The rows of a page and one more, which tells whether there is more. */
export function queryNamedList<Row>(
  db: Queryable,
  list: NamedList,
  organizationId: string,
  { size, after, search, ids }: NamedListRequest,
  andValues: readonly unknown[] = [],
): Promise<Row[]> {
  const values = [organizationId, after?.id ?? null, search, size + 1, ...andValues];
  return ids === null ? db.query<Row>(list.all, values) : db.query<Row>(list.ofIds, [...values, ids]);
}
