import type { Role } from '../../platform/access/index.ts';
import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { ApiKey } from './schemas.ts';

const columns = 'api_key_id, member_id, name, role, scopes, expires_at, revoked_at, created_at';

interface KeyRow {
  api_key_id: string;
  member_id: string;
  name: string;
  role: Role | null;
  scopes: string[];
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
}

/** The values of a new key. */
export type KeyValues = Pick<ApiKey, 'apiKeyId' | 'memberId' | 'name' | 'role' | 'scopes' | 'expiresAt'>;

const insert = statement(
  'keys.insert',
  `insert into api_keys (organization_id, api_key_id, member_id, name, role, scopes, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   returning ${columns}`,
);
const selectOne = readStatement(
  'keys.get',
  `select ${columns} from api_keys where organization_id = $1 and api_key_id = $2`,
);
const selectPage = readStatement(
  'keys.list',
  `select ${columns} from api_keys where organization_id = $1 and ($2::text is null or api_key_id < $2)
   order by api_key_id desc limit $3`,
);
// clock_timestamp(), because a long transaction would date the revocation before a reader's last check.
const revoke = statement(
  'keys.revoke',
  `update api_keys set revoked_at = clock_timestamp()
   where organization_id = $1 and api_key_id = $2 and revoked_at is null
   returning 1`,
);

export async function insertKey(db: Queryable, organizationId: string, values: KeyValues): Promise<ApiKey> {
  const { apiKeyId, memberId, name, role, scopes, expiresAt } = values;
  const parameters = [organizationId, apiKeyId, memberId, name, role, scopes, expiresAt];
  const [row] = await db.query<KeyRow>(insert, parameters);
  return toApiKey(row!);
}

export async function findKey(
  db: Queryable,
  organizationId: string,
  apiKeyId: string,
): Promise<ApiKey | null> {
  const [row] = await db.query<KeyRow>(selectOne, [organizationId, apiKeyId]);
  return row ? toApiKey(row) : null;
}

/** Returns one row more than the page, to know whether another page follows. */
export async function selectKeys(
  db: Queryable,
  organizationId: string,
  page: PageRequest,
): Promise<ApiKey[]> {
  const rows = await db.query<KeyRow>(selectPage, [organizationId, page.after?.id ?? null, page.size + 1]);
  return rows.map(toApiKey);
}

/** Returns whether the key existed and was not revoked before. */
export async function revokeKeyRow(
  db: Queryable,
  organizationId: string,
  apiKeyId: string,
): Promise<boolean> {
  return (await db.query(revoke, [organizationId, apiKeyId])).length > 0;
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    apiKeyId: row.api_key_id,
    name: row.name,
    memberId: row.member_id,
    role: row.role,
    scopes: row.scopes,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  };
}
