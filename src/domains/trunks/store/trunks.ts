import {
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  toJson,
} from '../../../platform/db/index.ts';
import type { NamedPageRequest } from '../../../platform/http/index.ts';
import { type CircuitRow, circuitSql, toCircuit } from '../../circuits/index.ts';
import type { Trunk } from '../schemas.ts';
import { healthSql, neverChecked } from './health.ts';

/** A trunk with its sealed password, which `trunkCredentials` opens. */
interface StoredTrunk extends Omit<Trunk, 'hasPassword'> {
  organizationId: string;
  sealedPassword: Buffer | null;
}

/** The values of a new trunk. */
type TrunkValues = Omit<
  StoredTrunk,
  'organizationId' | 'trunkId' | 'health' | 'circuit' | 'createdAt' | 'updatedAt'
>;

const columns = `organization_id, trunk_id, name, host, port, transport, username, sealed_password, register,
  allowed_addresses, max_calls_per_second, max_concurrent_calls, codecs, options_interval_seconds, media_encryption, accept_transfers, dial_plan,
  created_at, updated_at, ${healthSql} as health,
  ${circuitSql('trunk', 'trunks', 'trunk_id')} as circuit`;

interface TrunkRow {
  organization_id: string;
  trunk_id: string;
  name: string;
  host: string;
  port: number | null;
  transport: Trunk['transport'];
  username: string | null;
  sealed_password: Buffer | null;
  register: boolean;
  allowed_addresses: string[] | null;
  max_calls_per_second: number | null;
  max_concurrent_calls: number | null;
  codecs: Trunk['codecs'];
  options_interval_seconds: number | null;
  media_encryption: Trunk['mediaEncryption'];
  accept_transfers: boolean;
  dial_plan: Trunk['dialPlan'];
  health: Trunk['health'] | null;
  circuit: CircuitRow;
  created_at: string;
  updated_at: string;
}

const insert = statement(
  'trunks.insert',
  `insert into trunks (organization_id, trunk_id, name, host, port, transport, username, sealed_password, register,
     allowed_addresses, max_calls_per_second, max_concurrent_calls, codecs, options_interval_seconds, media_encryption, accept_transfers,
     dial_plan, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, now(), now())
   returning ${columns}`,
);
const update = statement(
  'trunks.update',
  `update trunks set name = $3, host = $4, port = $5, transport = $6, username = $7, sealed_password = $8,
     register = $9, allowed_addresses = $10, max_calls_per_second = $11, max_concurrent_calls = $12, codecs = $13,
     options_interval_seconds = $14, media_encryption = $15, accept_transfers = $16, dial_plan = $17, updated_at = now()
   where organization_id = $1 and trunk_id = $2
   returning ${columns}`,
);
const selectOne = readStatement(
  'trunks.get',
  `select ${columns} from trunks where organization_id = $1 and trunk_id = $2`,
);
const selectForChange = statement('trunks.lock', `${selectOne.text} for no key update`);
const selectForDeletion = statement('trunks.lock_for_deletion', `${selectOne.text} for update`);
const selectHeld = readStatement(
  'trunks.hold',
  'select trunk_id from trunks where organization_id = $1 and trunk_id = any($2) order by trunk_id for key share',
);
const list = namedList('trunks.list', {
  select: `select ${columns} from trunks`,
  organization: 'organization_id',
  id: 'trunk_id',
  text: 'name',
});
const remove = statement('trunks.delete', 'delete from trunks where organization_id = $1 and trunk_id = $2');
const users = readStatement(
  'trunks.users',
  `select 'phone number ' || phone_number as name from phone_numbers
   where organization_id = $1 and (trunk_id = $2 or $2 = any(fallback_trunk_ids))
   union all
   (select 'call ' || call_id from live_calls where organization_id = $1
      and (trunk_id = $2 or second_leg_trunk_id = $2) limit 1)
   limit 5`,
);

export async function insertTrunk(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  values: TrunkValues,
): Promise<StoredTrunk> {
  const [row] = await db.query<TrunkRow>(insert, [organizationId, trunkId, ...parametersOf(values)]);
  return toStored(row!);
}

export async function updateTrunkRow(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  values: TrunkValues,
): Promise<StoredTrunk> {
  const [row] = await db.query<TrunkRow>(update, [organizationId, trunkId, ...parametersOf(values)]);
  return toStored(row!);
}

export async function findTrunk(
  db: Queryable,
  organizationId: string,
  trunkId: string,
): Promise<StoredTrunk | null> {
  const [row] = await db.query<TrunkRow>(selectOne, [organizationId, trunkId]);
  return row ? toStored(row) : null;
}

/** Locks the trunk against other changes until the transaction ends. */
export async function lockTrunk(
  db: Queryable,
  organizationId: string,
  trunkId: string,
): Promise<StoredTrunk | null> {
  const [row] = await db.query<TrunkRow>(selectForChange, [organizationId, trunkId]);
  return row ? toStored(row) : null;
}

/** Locks the trunk against changes and new references. Query existing references after this. */
export async function lockTrunkForDeletion(
  db: Queryable,
  organizationId: string,
  trunkId: string,
): Promise<StoredTrunk | null> {
  const [row] = await db.query<TrunkRow>(selectForDeletion, [organizationId, trunkId]);
  return row ? toStored(row) : null;
}

/** Returns which of the trunks exist, and prevents their deletion until the transaction ends. */
export async function holdTrunks(
  db: Queryable,
  organizationId: string,
  trunkIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ trunk_id: string }>(selectHeld, [organizationId, trunkIds]);
  return rows.map(({ trunk_id }) => trunk_id);
}

/** Returns one row more than the page, to know whether another page follows. */
export async function selectTrunks(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<StoredTrunk[]> {
  const rows = await queryNamedList<TrunkRow>(db, list, organizationId, request);
  return rows.map(toStored);
}

export async function deleteTrunkRow(db: Queryable, organizationId: string, trunkId: string): Promise<void> {
  await db.query(remove, [organizationId, trunkId]);
}

/** Returns up to five descriptions of what uses the trunk. */
export async function usersOfTrunk(
  db: Queryable,
  organizationId: string,
  trunkId: string,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(users, [organizationId, trunkId]);
  return rows.map(({ name }) => name);
}

/** Returns the trunk as the API shows it, without its password. */
export function toTrunk(stored: StoredTrunk): Trunk {
  const { organizationId: _organizationId, sealedPassword, ...shown } = stored;
  return { ...shown, hasPassword: sealedPassword !== null };
}

function parametersOf(values: TrunkValues): unknown[] {
  return [
    values.name,
    values.host,
    values.port,
    values.transport,
    values.username,
    values.sealedPassword,
    values.register,
    values.allowedAddresses,
    values.maxCallsPerSecond,
    values.maxConcurrentCalls,
    values.codecs,
    values.optionsIntervalSeconds,
    values.mediaEncryption,
    values.acceptTransfers,
    toJson(values.dialPlan),
  ];
}

function toStored(row: TrunkRow): StoredTrunk {
  return {
    organizationId: row.organization_id,
    trunkId: row.trunk_id,
    name: row.name,
    host: row.host,
    port: row.port,
    transport: row.transport,
    username: row.username,
    sealedPassword: row.sealed_password,
    register: row.register,
    allowedAddresses: row.allowed_addresses,
    maxCallsPerSecond: row.max_calls_per_second,
    maxConcurrentCalls: row.max_concurrent_calls,
    codecs: row.codecs,
    optionsIntervalSeconds: row.options_interval_seconds,
    mediaEncryption: row.media_encryption,
    acceptTransfers: row.accept_transfers,
    dialPlan: row.dial_plan,
    health: row.health ?? neverChecked,
    circuit: toCircuit(row.circuit),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
