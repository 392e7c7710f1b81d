import { type Queryable, readStatement } from '../db/index.ts';
import { conflict } from '../kernel/index.ts';

/** Something that programs of the version before do not know, and would not do. */
export interface Feature {
  /** The field of the API that asks for it. */
  field: string;
  /** The migration that came with it. Programs that know this migration know the feature. */
  since: number;
  /** The processes that have to know it. */
  role: 'calls' | 'dialer' | 'workflows';
}

// A node of a version without `schema_version` knows no feature.
const withoutFeature = readStatement(
  'nodes.without_feature',
  `select node_id, version from nodes
   where heartbeat_at > clock_timestamp() - interval '5 seconds' and fenced_at is null
     and $1 = any(roles) and coalesce(schema_version, 0) < $2
   order by node_id limit 1`,
);

/** Throws a 409 while a process runs that does not know the feature: during an upgrade. */
export async function requireEverywhere(db: Queryable, { field, since, role }: Feature): Promise<void> {
  const [row] = await db.query<{ node_id: string; version: string | null }>(withoutFeature, [role, since]);
  if (!row) return;
  const program = row.version === null ? 'an older version' : `version ${row.version}`;
  throw conflict(
    'upgrade.unfinished',
    `An upgrade is under way: the process ${row.node_id} has ${program}, which does not know \`${field}\`. Try again when all processes have been replaced.`,
  );
}
