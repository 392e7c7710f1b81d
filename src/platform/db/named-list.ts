import type { Queryable } from './database.ts';
import { readStatement, type Statement } from './statement.ts';

/** The filters of a list. `null` does not narrow it. */
interface NamedListRequest {
  size: number;
  /** Only rows older than this one. */
  after: { id: string } | null;
  /** The text that the name must contain, in any case. */
  search: string | null;
  ids: readonly string[] | null;
}

/** The statements of a list, newest first, whose rows have names. */
interface NamedList {
  readonly all: Statement;
  /**
   * Reads by primary key. In one statement with the other, the plan for any values would read all rows of the
   * organization.
   */
  readonly ofIds: Statement;
}

/**
 * Returns the statements of a list of an organization's resources. `select` extends to the tables. `organization`, `id`
 * and `text` are expressions of them: the owner, the id, and the text that a search examines. `and` narrows the list
 * further by values from $5 on (`andValues`).
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

/** Returns the rows of a page and one more, which shows whether more follow. */
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
