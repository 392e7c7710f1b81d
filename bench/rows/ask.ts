import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { addUpCallSums } from '../../src/domains/calls/index.ts';
import { Database, readStatement } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/kernel/index.ts';
import type { Filling } from './fill.ts';
import { Explained } from './plans.ts';
import { figureQuestions, listQuestions, type Question, searchQuestions, variants } from './questions.ts';

interface Answered {
  medianMs: number;
  p95Ms: number;
  /** The median time that the database had a processor, which other load does not lengthen. */
  cpuMs: number;
  found: number;
}

/** The aims: a list or a search within 300 ms, figures within a second, in 95 of 100 times. */
const aims = { list: 300, figures: 1000 };

/** Gives the organization what a search finds besides calls, and versions of its agents. */
export async function fillNamed(client: pg.Client, { organizationId, calls }: Filling): Promise<void> {
  const from = (columns: string, most: number) =>
    `select $1, ${columns} from generate_series(0, ${most - 1}) as n on conflict do nothing`;
  for (const text of [
    `insert into agents (organization_id, agent_id, version, name, required_variables, created_at, updated_at)
     ${from("'agent_' || n, 1, 'Anna ' || n, '{}', now(), now()", 20)}`,
    `insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
     ${from(
       `'agent_' || n, 1, '{"model":{"provider":"openai","model":"gpt-5-mini"},"voice":{"provider":"openai"},
         "transcriber":{"provider":"deepgram"}}', now(), 'member_1'`,
       20,
     )}`,
    `insert into campaigns (organization_id, campaign_id, agent_id, name, created_at, updated_at)
     ${from("'campaign_' || n, 'agent_' || n % 20, 'Reminders ' || n, now(), now()", 200)}`,
    `insert into chats (organization_id, chat_id, agent_id, customer_unique_id, status, chat_variables, created_at, updated_at)
     ${from("'chat_' || lpad(n::text, 26, '0'), 'agent_' || n % 20, 'customer_' || n % 1000, 'ended', '{}', now(), now()", Math.ceil(calls / 10))}`,
  ])
    await client.query(text, [organizationId]);
}

/** Gives the calls their sums, as upkeep does. */
export async function fillSums(client: pg.Client, db: Database, { organizationId }: Filling): Promise<void> {
  await client.query(
    'insert into call_sum_gaps (organization_id, from_day, to_day) values ($1, 0, floor(extract(epoch from now()) / 86400) + 2)',
    [organizationId],
  );
  while ((await addUpCallSums(db)) > 0);
  await client.query('vacuum analyze');
}

/** Yields a line for each list, search and figure: how long it took, what it found, and how its slowest form was read. */
export async function* askAll(
  connectionString: string,
  filling: Filling,
  rounds: number,
  parts: ReadonlySet<string>,
  only = '',
): AsyncGenerator<string> {
  const explained = await Explained.open(connectionString);
  const log = createLog('error');
  // One connection, so that its process is the one that answers.
  const db = new Database({ connectionString, applicationName: 'bench', connectionsMax: 1, log });
  try {
    if (parts.has('lists')) yield* askLists(db, explained, filling, rounds);
    if (parts.has('search')) {
      yield `\n${heading('search (Ctrl K)')}`;
      for (const question of searchQuestions(filling))
        yield await line(db, explained, question, rounds, aims.list);
    }
    if (!parts.has('analytics')) return;
    for (const { what, questions } of figureQuestions(filling)) {
      if (!what.includes(only)) continue;
      yield `\n${heading(`analytics: ${what}`)}`;
      for (const question of questions)
        yield await line(db, explained, question, Math.max(3, Math.ceil(rounds / 4)), aims.figures);
    }
  } finally {
    await db.close();
    await explained.close();
  }
}

/** A line for each filter, with the p95 of each variant. */
async function* askLists(db: Database, explained: Explained, filling: Filling, rounds: number) {
  yield `${'list of calls, p95 in ms'.padEnd(40)}${variants.map((name) => name.padStart(12)).join('')}${'cpu'.padStart(10)}  rows of the slowest, and how they were found`;
  for (const { what, variants: asked } of listQuestions(filling)) {
    const times: Answered[] = [];
    for (const question of asked) times.push(await answer(db, question, rounds));
    const slowest = times.indexOf(times.toSorted((one, other) => other.p95Ms - one.p95Ms)[0]!);
    const plan = await explained.planOf(asked[slowest]!.ask);
    const mark = times[slowest]!.p95Ms > aims.list ? ' SLOW' : '';
    yield `${what.padEnd(40)}${times.map(({ p95Ms }) => p95Ms.toFixed(1).padStart(12)).join('')}${times[slowest]!.cpuMs.toFixed(1).padStart(10)}  ${times[slowest]!.found}: ${plan}${mark}`;
  }
}

function heading(what: string): string {
  return `${what.padEnd(48)}${['median', 'p95', 'cpu', 'found'].map((name) => name.padStart(10)).join('')}  rows read by index or table`;
}

async function line(db: Database, explained: Explained, question: Question, rounds: number, aimMs: number) {
  const { medianMs, p95Ms, cpuMs, found } = await answer(db, question, rounds);
  const plan = await explained.planOf(question.ask);
  const times = [medianMs, p95Ms, cpuMs].map((ms) => ms.toFixed(1));
  const figures = [...times, String(found)].map((text) => text.padStart(10));
  return `${question.what.padEnd(48)}${figures.join('')}  ${plan}${p95Ms > aimMs ? ' SLOW' : ''}`;
}

/** Asks once to warm up, then `rounds` times. */
async function answer(db: Database, { ask }: Question, rounds: number): Promise<Answered> {
  let found = await ask(db);
  const cpuMs = await databaseClock(db);
  const times: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [startedAtMs, cpuBeforeMs] = [performance.now(), cpuMs()];
    found = await ask(db);
    times.push(performance.now() - startedAtMs);
    cpu.push(cpuMs() - cpuBeforeMs);
  }
  const inOrder = (all: number[]) => all.toSorted((one, other) => one - other);
  const [sorted, sortedCpu] = [inOrder(times), inOrder(cpu)];
  return {
    medianMs: sorted[sorted.length >> 1]!,
    p95Ms: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))]!,
    cpuMs: sortedCpu[sortedCpu.length >> 1]!,
    found,
  };
}

const own = readStatement('bench.own_process', 'select pg_backend_pid() as pid');

/** Returns how long the process of the connection had a processor. */
async function databaseClock(db: Database): Promise<() => number> {
  const [row] = await db.query<{ pid: number }>(own);
  return () => Number(readFileSync(`/proc/${row!.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
