import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import { secretsMax, type WorkflowSecret } from './schemas.ts';

const shown =
  'secret_id as "workflowSecretId", name, allowed_origins as "allowedOrigins", created_at as "createdAt", updated_at as "updatedAt"';

const lock = statement('workflow_secrets.lock', 'select pg_advisory_xact_lock(hashtextextended($1, 4813))');
const count = readStatement(
  'workflow_secrets.count',
  'select count(*) as count from workflow_secrets where organization_id = $1 and name <> $2',
);
const put = statement(
  'workflow_secrets.put',
  `insert into workflow_secrets (organization_id, secret_id, name, sealed_value, allowed_origins, created_at, updated_at)
   values ($1, $2, $3, $4, $5, now(), now())
   on conflict (organization_id, name) do update
     set sealed_value = excluded.sealed_value, allowed_origins = excluded.allowed_origins, updated_at = now()
   returning ${shown}, xmax = 0 as is_new`,
);
const select = readStatement(
  'workflow_secrets.list',
  `select ${shown} from workflow_secrets where organization_id = $1 order by name limit ${secretsMax}`,
);
const open = readStatement(
  'workflow_secrets.open',
  'select name, sealed_value, allowed_origins from workflow_secrets where organization_id = $1 and name = any($2)',
);
const remove = statement(
  'workflow_secrets.delete',
  'delete from workflow_secrets where organization_id = $1 and secret_id = $2 returning name',
);

/** Returns the number of secrets with other names, and prevents new ones until the transaction ends. */
export async function countOthers(tx: Queryable, organizationId: string, name: string): Promise<number> {
  await tx.query(lock, [organizationId]);
  const [row] = await tx.query<{ count: number }>(count, [organizationId, name]);
  return row!.count;
}

export async function putSecretRow(
  db: Queryable,
  place: { organizationId: string; secretId: string; name: string },
  sealed: Buffer,
  allowedOrigins: readonly string[],
): Promise<{ secret: WorkflowSecret; isNew: boolean }> {
  const values = [place.organizationId, place.secretId, place.name, sealed, allowedOrigins];
  const [row] = await db.query<WorkflowSecret & { is_new: boolean }>(put, values);
  const { is_new: isNew, ...secret } = row!;
  return { secret, isNew };
}

export async function selectSecrets(db: Queryable, organizationId: string): Promise<WorkflowSecret[]> {
  return db.query<WorkflowSecret>(select, [organizationId]);
}

/** Returns sealed secrets. */
export async function selectSealed(
  db: Queryable,
  organizationId: string,
  names: readonly string[],
): Promise<{ name: string; sealed_value: Buffer; allowed_origins: string[] }[]> {
  return db.query(open, [organizationId, names]);
}

/** Deletes a secret and returns its name, or null when it does not exist. */
export async function deleteSecretRow(
  db: Queryable,
  organizationId: string,
  secretId: string,
): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(remove, [organizationId, secretId]);
  return row?.name ?? null;
}
