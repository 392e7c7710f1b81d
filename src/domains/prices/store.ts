import { type Queryable, readStatement, statement, toJson } from '../../platform/db/index.ts';
import type { Price, PriceList, SetPrices } from './schemas.ts';

interface Row {
  version: number;
  currency: string;
  prices: Price[];
  created_at: string;
}

const columns = 'version, currency, prices, created_at';
const selectNewest = readStatement(
  'prices.newest',
  `select ${columns} from price_lists where organization_id = $1 order by version desc limit 1`,
);
const selectVersion = readStatement(
  'prices.version',
  `select ${columns} from price_lists where organization_id = $1 and version = $2`,
);
const selectPricedSince = readStatement(
  'prices.since',
  `select coalesce(min(created_at) <= $2 and bool_and(json_array_length(prices) > 0), false) as is_priced
   from price_lists where organization_id = $1`,
);
const lock = statement(
  'prices.lock',
  'select 1 from organizations where organization_id = $1 for no key update',
);
const insert = statement(
  'prices.insert',
  `insert into price_lists (organization_id, version, currency, prices)
   select $1, coalesce(max(version), 0) + 1, $2, $3 from price_lists where organization_id = $1
   returning ${columns}`,
);

/** Returns a version of an organization's prices, the latest by default, or null when it does not exist. */
export async function findPrices(
  db: Queryable,
  organizationId: string,
  version: number | null,
): Promise<PriceList | null> {
  const [row] =
    version === null
      ? await db.query<Row>(selectNewest, [organizationId])
      : await db.query<Row>(selectVersion, [organizationId, version]);
  return row ? toPriceList(row) : null;
}

/** Returns whether there have been prices at every moment since a time (RFC 3339). */
export async function hasPricesSince(db: Queryable, organizationId: string, from: string): Promise<boolean> {
  const [row] = await db.query<{ is_priced: boolean }>(selectPricedSince, [organizationId, from]);
  return row!.is_priced;
}

/** Inserts the next version. */
export async function insertPrices(
  tx: Queryable,
  organizationId: string,
  { currency, prices }: SetPrices,
): Promise<PriceList> {
  // Serializes writers, because each version number follows the previous one.
  await tx.query(lock, [organizationId]);
  const [row] = await tx.query<Row>(insert, [organizationId, currency, toJson(prices)]);
  return toPriceList(row!);
}

function toPriceList({ version, currency, prices, created_at }: Row): PriceList {
  // Lists from before prices had days have no `validFrom`.
  const dated = prices.map((price) => ({ ...price, validFrom: price.validFrom ?? null }));
  return { version, currency, prices: dated, createdAt: created_at };
}
