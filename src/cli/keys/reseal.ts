import { type ResealedColumn, type RowKey, type SecretKey, sealedWith } from '../../platform/access/index.ts';
import { type Database, statement, type Transaction } from '../../platform/db/index.ts';
import { sealedColumns } from './sealed-columns.ts';

/** Maximum rows of one transaction. */
const rowsAtOnce = 100;

/**
 * Seals all secrets with the current key, in transactions of some rows. Returns the number of secrets sealed again.
 */
export async function resealAll(db: Database, secret: SecretKey): Promise<number> {
  let count = 0;
  for (const column of sealedColumns) {
    let after: RowKey | null = null;
    do {
      const from: RowKey | null = after;
      const page: Page = await db.transaction((tx) => resealPage(tx, secret, column, from));
      count += page.count;
      after = page.last;
    } while (after !== null);
  }
  return count;
}

interface Page {
  count: number;
  /** The key of the last row, or null when no rows follow. */
  last: RowKey | null;
}

/** Seals the secrets of the rows that follow `after`, up to the maximum. */
async function resealPage(
  tx: Transaction,
  secret: SecretKey,
  column: ResealedColumn,
  after: RowKey | null,
): Promise<Page> {
  const { key, again } = column;
  const { select, update } = statementsOf(column);
  const rows = await tx.query<RowKey & { value: unknown }>(
    select,
    key.map((name) => after?.[name] ?? null),
  );
  let count = 0;
  for (const row of rows) {
    const before = count;
    const value = again(row.value, row, (sealed, place) => {
      if (sealedWith(sealed) === secret.currentKeyId) return sealed;
      count++;
      return secret.seal(secret.open(sealed, place), place);
    });
    if (count > before) await tx.query(update, [...key.map((name) => row[name]), value]);
  }
  return { count, last: rows.length < rowsAtOnce ? null : rows.at(-1)! };
}

function statementsOf({ table, column, key }: ResealedColumn) {
  const columns = key.join(', ');
  const behind = key.map((_, index) => `$${index + 1}`).join(', ');
  const same = key.map((name, index) => `${name} = $${index + 1}`).join(' and ');
  return {
    // Inserts that only reference the rows do not wait for this lock.
    select: statement(
      `keys.reseal.${table}.${column}.select`,
      `select ${key.map((name) => `${name}::text`).join(', ')}, ${column} as value from ${table}
       where ${column} is not null and ($1::text is null or (${columns}) > (${behind}))
       order by ${columns.replaceAll(/(\w+)/g, `${table}.$1`)} limit ${rowsAtOnce} for no key update`,
    ),
    update: statement(
      `keys.reseal.${table}.${column}.update`,
      `update ${table} set ${column} = $${key.length + 1} where ${same}`,
    ),
  };
}
