import {
  type KeyedProvider,
  type KeyFieldName,
  keyFieldNames,
} from '../../conversation/providers/catalog.ts';
import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { ProviderKey } from './schemas.ts';

/** A provider key with its sealed value. */
export interface StoredProviderKey extends ProviderKey {
  organizationId: string;
  sealedKey: Buffer | null;
}

const columns =
  'organization_id, provider_key_id, provider, name, base_url, details, sealed_key, last_four, created_at';

type Details = Record<KeyFieldName, string | null>;

interface ProviderKeyRow {
  organization_id: string;
  provider_key_id: string;
  provider: KeyedProvider;
  name: string | null;
  base_url: string | null;
  details: Partial<Details>;
  sealed_key: Buffer | null;
  last_four: string | null;
  created_at: string;
}

const insert = statement(
  'provider_keys.insert',
  `insert into provider_keys
     (organization_id, provider_key_id, provider, name, base_url, details, sealed_key, last_four, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now()) returning ${columns}`,
);
const selectPage = readStatement(
  'provider_keys.list',
  `select ${columns} from provider_keys
   where organization_id = $1 and ($2::text is null or provider_key_id < $2)
   order by provider_key_id desc limit $3`,
);
const selectNewest = readStatement(
  'provider_keys.newest',
  `select ${columns} from provider_keys
   where organization_id = $1 and provider = $2 and ($3::text is null or name = $3)
   order by provider_key_id desc limit 1`,
);
const selectOne = readStatement(
  'provider_keys.one',
  `select ${columns} from provider_keys where organization_id = $1 and provider_key_id = $2`,
);
const remove = statement(
  'provider_keys.delete',
  `delete from provider_keys where organization_id = $1 and provider_key_id = $2 returning ${columns}`,
);

export async function insertProviderKey(
  db: Queryable,
  key: Omit<StoredProviderKey, 'createdAt'>,
): Promise<StoredProviderKey> {
  const [row] = await db.query<ProviderKeyRow>(insert, [
    key.organizationId,
    key.providerKeyId,
    key.provider,
    key.name,
    key.baseUrl,
    JSON.stringify(detailsOf(key)),
    key.sealedKey,
    key.lastFour,
  ]);
  return toStored(row!);
}

/** Returns one row more than the page, to know whether another page follows. */
export async function selectProviderKeys(
  db: Queryable,
  organizationId: string,
  page: PageRequest,
): Promise<StoredProviderKey[]> {
  const rows = await db.query<ProviderKeyRow>(selectPage, [
    organizationId,
    page.after?.id ?? null,
    page.size + 1,
  ]);
  return rows.map(toStored);
}

/** Returns the newest key of a provider, with the name if given. */
export async function selectNewestProviderKey(
  db: Queryable,
  organizationId: string,
  provider: string,
  name: string | null,
): Promise<StoredProviderKey | null> {
  const [row] = await db.query<ProviderKeyRow>(selectNewest, [organizationId, provider, name]);
  return row ? toStored(row) : null;
}

/** Returns the key. Null when it does not exist. */
export async function selectProviderKey(
  db: Queryable,
  organizationId: string,
  providerKeyId: string,
): Promise<StoredProviderKey | null> {
  const [row] = await db.query<ProviderKeyRow>(selectOne, [organizationId, providerKeyId]);
  return row ? toStored(row) : null;
}

/** Deletes the key. Returns null when it does not exist. */
export async function deleteProviderKeyRow(
  db: Queryable,
  organizationId: string,
  providerKeyId: string,
): Promise<StoredProviderKey | null> {
  const [row] = await db.query<ProviderKeyRow>(remove, [organizationId, providerKeyId]);
  return row ? toStored(row) : null;
}

/** Returns the key as the API shows it. */
export function toProviderKey(stored: StoredProviderKey): ProviderKey {
  const { organizationId: _organizationId, sealedKey: _sealedKey, ...shown } = stored;
  return shown;
}

function toStored(row: ProviderKeyRow): StoredProviderKey {
  return {
    organizationId: row.organization_id,
    providerKeyId: row.provider_key_id,
    provider: row.provider,
    name: row.name,
    baseUrl: row.base_url,
    ...detailsOf(row.details),
    sealedKey: row.sealed_key,
    lastFour: row.last_four,
    createdAt: row.created_at,
  };
}

/** Returns the further fields; `null` for each that is absent. */
function detailsOf(from: Partial<Details>): Details {
  return Object.fromEntries(keyFieldNames.map((name) => [name, from[name] ?? null])) as Details;
}

const anyone = readStatement('provider_keys.any', 'select 1 from provider_keys limit 1');

/** Returns whether any organization of this installation has a key. */
export async function isAnyProviderKey(db: Queryable): Promise<boolean> {
  return (await db.query(anyone)).length > 0;
}
