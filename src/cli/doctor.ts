import { statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  type Database,
  partitionedTables,
  readStatement,
  schemaVersion,
  unfinishedConversions,
} from '../platform/db/index.ts';
import { programVersion, readSettings, toError } from '../platform/kernel/index.ts';
import { type MailOptions, MailServer } from '../platform/mail/index.ts';
import { databaseEpoch } from '../platform/nodes/index.ts';
import { mailOptions } from '../program/mail-options.ts';
import { recordingStoreOptions } from '../program/recording-store.ts';
import { settings as definitions } from '../program/settings.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run --silent doctor

Checks an installation: its database, replication, processes, secret key, disk and mail
server. Prints a table. Ends with 1 when a check
fails; a warning does not count.`;

/** One line of the table. */
interface Check {
  name: string;
  state: 'ok' | 'warning' | 'failed';
  text: string;
}

interface ServerRow {
  version: string;
  number: number;
  schema: number;
  standbyNames: string;
  synchronousCommit: string;
  maxConnections: number;
  connections: number;
}
interface StandbyRow {
  name: string | null;
  state: string | null;
  syncState: string | null;
  lagSeconds: number | null;
}
interface NodeRow {
  nodeId: string;
  roles: string[];
  version: string | null;
  schemaVersion: number | null;
  silentSeconds: number;
  hasEpoch: boolean;
}

const server = readStatement(
  'doctor.server',
  `select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
     (select max(version) from schema_migrations) as schema,
     current_setting('synchronous_standby_names') as "standbyNames",
     current_setting('synchronous_commit') as "synchronousCommit",
     current_setting('max_connections')::integer as "maxConnections",
     (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections`,
);
// A role without pg_monitor sees that a standby is connected, and nothing else about it.
const standbys = readStatement(
  'doctor.standbys',
  `select application_name as name, state, sync_state as "syncState",
     extract(epoch from replay_lag)::float8 as "lagSeconds" from pg_stat_replication order by application_name`,
);
// Rows of dead processes whose calls were settled only keep their ids from being used again.
const nodes = readStatement(
  'doctor.nodes',
  `select node_id as "nodeId", roles, version, schema_version as "schemaVersion", epoch_id is not null as "hasEpoch",
     extract(epoch from clock_timestamp() - heartbeat_at)::float8 as "silentSeconds" from nodes n
   where fenced_at is null or exists (select from live_calls l where l.node_id = n.node_id) order by node_id`,
);

const versionMin = 150_000;
const silentAfterSeconds = 5;
const freeShareMin = 0.05;

function checkVersion(schema: number): Check {
  const text = `${programVersion()}, Node.js ${process.versions.node}, schema ${schema}`;
  if (schema === schemaVersion()) return { name: 'Parley', state: 'ok', text };
  const isOlder = schema < schemaVersion();
  const advice = isOlder
    ? `this program brings schema ${schemaVersion()} when it starts`
    : 'another process is newer';
  return { name: 'Parley', state: 'warning', text: `${text}; ${advice}` };
}

async function checkDatabase(db: Database, rows: readonly NodeRow[], isRequired: boolean): Promise<Check[]> {
  const [row] = await db.query<ServerRow>(server);
  const { version, number, maxConnections, connections } = row!;
  const share = connections / maxConnections;
  return [
    checkVersion(row!.schema),
    { name: 'PostgreSQL', state: number < versionMin ? 'failed' : 'ok', text: version },
    {
      name: 'connections',
      state: share > 0.8 ? 'warning' : 'ok',
      text: `${connections} of ${maxConnections}`,
    },
    ...(await checkReplication(db, row!, isRequired || carriers(rows) > 1)),
    await checkPartitions(db),
    ...(await unfinishedConversions(db)).map(checkConversion),
  ];
}

/** `isExpected`: whether the database ought to be synchronous. A standby that is gone is not in `pg_stat_replication`. */
async function checkReplication(db: Database, row: ServerRow, isExpected: boolean): Promise<Check[]> {
  const epoch = await databaseEpoch(db);
  const found = await db.query<StandbyRow>(standbys);
  const isSynchronous = row.standbyNames !== '' && !['off', 'local'].includes(row.synchronousCommit);
  const checks: Check[] = [
    epoch === null
      ? { name: 'timeline', state: 'failed', text: 'no calls process has seen it; nothing is dialed' }
      : {
          name: 'timeline',
          state: 'ok',
          text: `${epoch.timeline} of the cluster ${epoch.systemIdentifier}, since ${epoch.firstSeenAt}`,
        },
    {
      name: 'synchronous',
      state: isSynchronous || (found.length === 0 && !isExpected) ? 'ok' : 'warning',
      text: isSynchronous
        ? `yes (synchronous_standby_names = ${row.standbyNames})`
        : `no${found.length === 0 ? ', and no standby is connected' : ''}: a failover may lose changes that were acknowledged`,
    },
  ];
  for (const { name, state, syncState, lagSeconds } of found) {
    const lag = lagSeconds === null ? '' : `, ${lagSeconds.toFixed(1)} s behind`;
    const text =
      syncState === null
        ? 'connected; grant pg_monitor to see its state'
        : `${name}: ${state}, ${syncState}${lag}`;
    checks.push({ name: 'standby', state: 'ok', text });
  }
  if (epoch?.hold)
    checks.push({ name: 'dialing', state: 'failed', text: `nothing is dialed: ${epoch.hold}` });
  return checks;
}

async function checkPartitions(db: Database): Promise<Check> {
  const tables = await partitionedTables(db);
  const late = tables.filter(({ hasOneAhead }) => !hasOneAhead).map(({ table }) => table);
  const state = late.length > 0 ? 'warning' : 'ok';
  const text =
    late.length > 0
      ? `none ahead of ${late.join(', ')}: the last one grows. Upkeep makes them; see the log of the calls processes`
      : tables.map(({ table, partitions }) => `${table} ${partitions}`).join(', ');
  return { name: 'partitions', state, text };
}

function checkConversion({ table, refusesFrom }: { table: string; refusesFrom: string }): Check {
  const text = `the conversion of ${table} is not finished, and rows from ${refusesFrom} on will be refused. Start this version to finish it`;
  return { name: 'partitions', state: 'failed', text };
}

/** Returns how many processes carry calls. */
function carriers(rows: readonly NodeRow[]): number {
  return rows.filter(({ roles }) => roles.includes('calls')).length;
}

function checkNodes(rows: readonly NodeRow[], hasStore: boolean): Check[] {
  const processes = [...rows.map(checkNode), checkRecordings(rows, hasStore)];
  if (carriers(rows) > 0) return processes;
  return [...processes, { name: 'process', state: 'warning', text: 'no process carries calls' }];
}

/** A recording stays on the disk of its calls process until an object store has it. */
function checkRecordings(rows: readonly NodeRow[], hasStore: boolean): Check {
  const count = carriers(rows);
  const isApart = count > 1 && !hasStore;
  const place = hasStore ? 'in the object store' : 'on the disk of the process that carried the call';
  const advice = `: ${count} processes carry calls. Unless they share a folder, set PARLEY_RECORDINGS_S3_ENDPOINT on all processes`;
  return {
    name: 'recordings',
    state: isApart ? 'warning' : 'ok',
    text: isApart ? `${place}${advice}` : place,
  };
}

function checkNode({ nodeId, roles, version, silentSeconds, hasEpoch, ...node }: NodeRow): Check {
  const program = version === null ? '' : `, version ${version}, schema ${node.schemaVersion}`;
  const seen = `${nodeId} (${roles.join(', ')}${program}), last seen ${Math.max(silentSeconds, 0).toFixed(0)} s ago`;
  if (silentSeconds > silentAfterSeconds) return { name: 'process', state: 'failed', text: seen };
  const state = hasEpoch || !roles.includes('calls') ? 'ok' : 'warning';
  return {
    name: 'process',
    state,
    text: state === 'ok' ? seen : `${seen}, has not reported to this timeline`,
  };
}

async function checkDisk(folder: string): Promise<Check> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    const text = `${((bavail * bsize) / 1e9).toFixed(1)} GB free in ${folder}`;
    return { name: 'disk', state: bavail / blocks < freeShareMin ? 'warning' : 'ok', text };
  } catch {
    return { name: 'disk', state: 'ok', text: `this machine has no ${folder}` };
  }
}

/** Connects to the mail server and signs in. Returns nothing when none is set. */
async function checkMail(options: MailOptions | null): Promise<Check[]> {
  if (options === null) return [];
  const { host, port, user } = options.server;
  const name = 'e-mail';
  try {
    await new MailServer(options).check();
    const text = `${host}:${port} ${user === null ? 'answers' : 'accepts the password'}; from ${options.from}`;
    return [{ name, state: 'ok', text }];
  } catch (error) {
    return [{ name, state: 'failed', text: `${host}:${port}: ${toError(error).message}` }];
  }
}

await runCommand(usage, async ({ openDatabase, print }) => {
  parseArgs();
  const settings = readSettings(definitions, process.env);
  const { dataDir, requireSynchronous } = settings;
  await using database = await openDatabase();
  const { db, isOwnSecret } = database;
  const rows = await db.query<NodeRow>(nodes);
  const checks: Check[] = [
    ...(await checkDatabase(db, rows, requireSynchronous)),
    { name: 'PARLEY_REQUIRE_SYNCHRONOUS', state: 'ok', text: String(requireSynchronous) },
    {
      name: 'secret key',
      state: isOwnSecret ? 'ok' : 'failed',
      text: isOwnSecret ? 'belongs to the database' : 'does not belong to the database',
    },
    ...checkNodes(rows, recordingStoreOptions(settings) !== null),
    await checkDisk(dataDir),
    ...(await checkMail(mailOptions(settings))),
  ];
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const { name, state, text } of checks) print(`${state.padEnd(7)}  ${name.padEnd(width)}  ${text}`);
  return checks.every(({ state }) => state !== 'failed');
});
