import type { Queryable } from '../../src/platform/db/index.ts';

/** A piece of SQL, and its replacement in a mutant. */
export interface Edit {
  /** A function of the database, or a statement of the program by its name. */
  in: { readonly function: string } | { readonly statement: string };
  from: string;
  to: string;
}

/** A planted defect, which shows whether the model finds it. */
export interface Mutant {
  name: string;
  what: string;
  /** Whether the first runs of `npm test` find the defect. */
  isQuick?: boolean;
  edits: readonly Edit[];
}

/** Returns the text of a statement with the mutant's edits. Throws when one no longer fits. */
export function mutated(mutant: Mutant | null, name: string, text: string): string {
  return (mutant?.edits ?? []).reduce(
    (sql, { in: where, from, to }) =>
      'statement' in where && where.statement === name ? replaced(sql, from, to, name) : sql,
    text,
  );
}

/** Plants the mutant's edits of database functions. Returns what restores them. */
export async function plantFunctions(db: Queryable, mutant: Mutant): Promise<() => Promise<void>> {
  const originals = new Map<string, string>();
  for (const { in: where, from, to } of mutant.edits) {
    if (!('function' in where)) continue;
    const sql = await definitionOf(db, where.function);
    if (!originals.has(where.function)) originals.set(where.function, sql);
    await db.query({ name: '', text: replaced(sql, from, to, where.function) });
  }
  return async () => {
    for (const text of originals.values()) await db.query({ name: '', text });
  };
}

async function definitionOf(db: Queryable, name: string): Promise<string> {
  const text = 'select pg_get_functiondef($1::regproc) as sql';
  const [row] = await db.query<{ sql: string }>({ name: '', text }, [name]);
  if (!row) throw new Error(`there is no function ${name}`);
  return row.sql;
}

function replaced(sql: string, from: string, to: string, where: string): string {
  if (!sql.includes(from)) throw new Error(`a mutant does not fit ${where} any more: there is no ${from}`);
  return sql.replace(from, () => to);
}
