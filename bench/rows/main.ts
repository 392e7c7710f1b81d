/**
 * `npm run bench:rows [-- --calls 1000000 --days 365 --partitions 10 --folder DIR --finds --figures --ask lists,search,analytics]` fills a database of its own with ended calls in SQL.
 * It prints the time, the index probes and the partitions of each lookup of the interface, the cost of claims, and the time
 * and the bloat of retention for the oldest tenth. Ten million calls need some 30 GB. `--finds` measures only the filters of
 * lists and the end of a call, `--figures` only the figures of the analytics, of calls without a record. `--ask` asks what the pages of the console ask, of calls with records, and
 * prints how long each answer took and how it was found; with `--keep DIR` the database stays in DIR, and is asked again without filling.
 * `--only TEXT` keeps the analytics with the filters whose name has the text. `--fill` ends when the database is filled. With
 * `--keep` another run then measures lookups and retention, which empties it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { callTablesByTime } from '../../src/domains/calls/index.ts';
import { runTablesByTime } from '../../src/domains/workflows/index.ts';
import { install } from '../installation.ts';
import { askAll, fillNamed, fillSums } from './ask.ts';
import { deliveryLookups, fillDeliveries, measureDeliveries } from './deliveries.ts';
import { measureChanges, measureFigures } from './figures.ts';
import { type Filling, fillCalls, fillOthers, fillTeamCalls, layPartitions } from './fill.ts';
import { fillFacts, measureEnds, measureExports, measureFinds } from './finds.ts';
import { callLookups, type LookupResult, measureLookup, otherLookups } from './lookups.ts';
import { measureRetention, measureRetentionOfAll } from './retention.ts';
import { fillRuns, measureRuns, runLookups } from './runs.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    partitions: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '200' },
    folder: { type: 'string', default: tmpdir() },
    finds: { type: 'boolean', default: false },
    figures: { type: 'boolean', default: false },
    ask: { type: 'string' },
    days: { type: 'string', default: '365' },
    keep: { type: 'string' },
    fill: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const calls = Number(values.calls);
const folder = values.keep ?? (await mkdtemp(join(values.folder, 'parley-rows-')));
/** Names what a kept database was filled with. */
const noteFile = join(folder, 'filled.json');
const rounds = Number(values.rounds);
const seconds = (fromMs: number) => `${((performance.now() - fromMs) / 1000).toFixed(1)} s`;
try {
  const installation = await install(folder);
  const client = new pg.Client({ connectionString: installation.order.connectionString });
  await client.connect();
  try {
    const { organizationId } = installation.owner;
    const days = Number(values.days);
    const startMs = Date.now() - days * 86_400_000;
    const filling: Filling = { organizationId, calls, days, startMs, customers: Math.ceil(calls / 10) };
    const startedAtMs = performance.now();
    const partitions = Number(values.partitions);
    const kept = await readFile(noteFile, 'utf8').catch(() => null);
    if (kept === null) {
      await layPartitions(client, callTablesByTime, 'call', partitions, days);
      await layPartitions(client, runTablesByTime, 'run', partitions, 365);
    }
    if (values.ask !== undefined)
      await measureAnswers(client, installation, kept === null ? filling : JSON.parse(kept), kept === null);
    else if (values.figures) await measureSums(client, installation, filling);
    else if (values.finds) await measureLists(client, filling, startedAtMs);
    else {
      if (kept === null) await fillRows(client, filling, startedAtMs);
      if (!values.fill) await measureRows(client, installation, kept === null ? filling : JSON.parse(kept));
    }
  } finally {
    await client.end();
    await installation.close();
  }
} finally {
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}

/** Asks what the pages of the console ask. */
async function measureAnswers(
  client: pg.Client,
  { db, order }: Awaited<ReturnType<typeof install>>,
  filling: Filling,
  isEmpty: boolean,
): Promise<void> {
  const parts = (values.ask ?? '').split(',');
  const ask = async (...some: string[]) => {
    const given = new Set(parts.filter((part) => some.includes(part)));
    for await (const line of askAll(order.connectionString, filling, rounds, given, values.only))
      console.log(line);
  };
  const startedAtMs = performance.now();
  if (isEmpty) {
    await fillCalls(client, filling);
    console.log(`calls after ${seconds(startedAtMs)}`);
    await fillFacts(client, filling);
    await fillTeamCalls(client, filling);
    await fillNamed(client, filling);
    await printFilled(client, startedAtMs);
    await writeFile(noteFile, JSON.stringify(filling));
  }
  await ask('lists', 'search');
  if (parts.includes('analytics')) {
    const { rows } = await client.query('select 1 from call_sums limit 1');
    if (rows.length === 0) await fillSums(client, db, filling);
    console.log(`sums after ${seconds(startedAtMs)}`);
    await ask('analytics');
  }
}

/** Measures the figures of the analytics, and what they cost the end of a call. */
async function measureSums(
  client: pg.Client,
  { db }: Awaited<ReturnType<typeof install>>,
  filling: Filling,
): Promise<void> {
  for await (const line of measureChanges(client, filling)) console.log(line);
  for await (const line of measureFigures(client, db, filling)) console.log(line);
}

/** Measures the filters of lists, and what they cost the end of a call. */
async function measureLists(client: pg.Client, filling: Filling, startedAtMs: number): Promise<void> {
  await fillCalls(client, filling);
  await fillFacts(client, filling);
  await printFilled(client, startedAtMs);
  console.log(lineOf(['a page of 100 calls  ', 'median', 'p95', 'cpu median', 'cpu p95', 'to all', 'calls']));
  for await (const line of measureFinds(client, filling, rounds)) console.log(line);
  for await (const line of measureExports(client, filling)) console.log(line);
  for await (const line of measureEnds(client, filling, 500)) console.log(line);
}

/** Fills the tables that lookups and retention read. */
async function fillRows(client: pg.Client, filling: Filling, startedAtMs: number): Promise<void> {
  const fills = {
    calls: fillCalls,
    facts: (client: pg.Client, filling: Filling) => fillFacts(client, filling, false),
    'chats, entries and events': fillOthers,
    deliveries: fillDeliveries,
    runs: fillRuns,
  };
  for (const [what, fill] of Object.entries(fills)) {
    await fill(client, filling);
    console.log(`${what} after ${seconds(startedAtMs)}`);
  }
  await printFilled(client, startedAtMs);
  if (values.keep !== undefined) await writeFile(noteFile, JSON.stringify(filling));
}

/** Measures the lookups of the interface and retention. */
async function measureRows(
  client: pg.Client,
  installation: Awaited<ReturnType<typeof install>>,
  filling: Filling,
): Promise<void> {
  console.log(lineOf(['lookup', 'median', 'p95', 'probes', 'partitions', 'pages']));
  const lookups = [callLookups, otherLookups, runLookups, deliveryLookups].flatMap((of) => of(filling));
  for (const lookup of lookups) console.log(lineOfResult(await measureLookup(client, lookup, rounds)));
  for (const line of await measureRetention(client, installation, filling)) console.log(line);
  for await (const line of measureRetentionOfAll(client, installation, filling)) console.log(line);
  for (const line of await measureRuns(installation.db, filling)) console.log(line);
  for (const line of await measureDeliveries(client, installation.db, filling)) console.log(line);
  console.log(await sizes(client));
}

async function printFilled(client: pg.Client, startedAtMs: number): Promise<void> {
  await client.query('vacuum analyze');
  console.log(`${calls} calls in ${values.partitions} partitions, filled in ${seconds(startedAtMs)}`);
  console.log(await sizes(client));
}

function lineOfResult({ what, medianMs, p95Ms, probes, partitions, pages }: LookupResult): string {
  return lineOf([
    what,
    `${medianMs.toFixed(2)} ms`,
    `${p95Ms.toFixed(2)} ms`,
    ...[probes, partitions, pages].map(String),
  ]);
}

function lineOf([what, ...figures]: string[]): string {
  return [what!.padEnd(32), ...figures.map((figure) => figure.padStart(11))].join('');
}

/** Returns the sizes of the tables with their indexes, and the depth of the primary key's index. */
async function sizes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; size: string; partitions: number; dead: number }>(
    `select regexp_replace(relname, '_\\d+$', '') as name, pg_size_pretty(sum(pg_total_relation_size(relid))) as size,
       count(*)::int as partitions, sum(n_dead_tup)::int as dead
     from pg_stat_user_tables where schemaname = 'partitions' group by 1 order by 1`,
  );
  const [database] = (
    await client.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    )
  ).rows;
  return rows
    .map(
      ({ name, size, partitions, dead }) =>
        `  ${name}: ${size} in ${partitions} partitions, ${dead} dead rows`,
    )
    .concat(`  the whole database: ${database!.size}`)
    .join('\n');
}
