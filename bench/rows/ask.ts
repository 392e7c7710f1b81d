import type pg from 'pg';
import { addUpCallSums } from '../../src/domains/calls/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import type { Filling } from './fill.ts';
import { Explained } from './plans.ts';
import { figureQuestions, listQuestions, type Question, searchQuestions, variants } from './questions.ts';

interface Answered {
  medianMs: number;
  p95Ms: number;
  found: number;
}

/** The aims: a list or a search within 300 ms, figures within a second, in 95 of 100 times. */
const aims = { list: 300, figures: 1000 };

/** Gives the calls their sums, as upkeep does, and the organization what a search finds besides calls. */
export async function fillSums(client: pg.Client, db: Database, { organizationId }: Filling): Promise<void> {
  await client.query(
    'insert into call_sum_gaps (organization_id, from_day, to_day) values ($1, 0, floor(extract(epoch from now()) / 86400) + 2)',
    [organizationId],
  );
  while ((await addUpCallSums(db)) > 0);
  await client.query(
    `insert into campaigns (organization_id, campaign_id, agent_id, name, created_at, updated_at)
     select $1, 'campaign_' || n, 'agent_' || n % 20, 'Reminders ' || n, now(), now() from generate_series(0, 199) as n
     on conflict do nothing`,
    [organizationId],
  );
  await client.query(
    `insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
     select $1, 'agent_' || n, 1, '{"model":{"provider":"openai","model":"gpt-5-mini"},"voice":{"provider":"openai"},
       "transcriber":{"provider":"deepgram"}}', now(), 'member_1' from generate_series(0, 19) as n on conflict do nothing`,
    [organizationId],
  );
}

/** Yields a line for each list, search and figure: how long it took, what it found, and how its slowest form was read. */
export async function* askAll(
  db: Database,
  connectionString: string,
  filling: Filling,
  rounds: number,
  parts: ReadonlySet<string>,
): AsyncGenerator<string> {
  const explained = await Explained.open(connectionString);
  try {
    if (parts.has('lists')) yield* askLists(db, explained, filling, rounds);
    if (parts.has('search')) {
      yield `\n${heading('search (Ctrl K)')}`;
      for (const question of searchQuestions(filling))
        yield await line(db, explained, question, rounds, aims.list);
    }
    if (!parts.has('analytics')) return;
    for (const { what, questions } of figureQuestions(filling)) {
      yield `\n${heading(`analytics: ${what}`)}`;
      for (const question of questions)
        yield await line(db, explained, question, Math.max(5, Math.ceil(rounds / 2)), aims.figures);
    }
  } finally {
    await explained.close();
  }
}

/** A line for each filter, with the p95 of each variant. */
async function* askLists(db: Database, explained: Explained, filling: Filling, rounds: number) {
  yield `${'list of calls, p95 in ms'.padEnd(40)}${variants.map((name) => name.padStart(12)).join('')}  rows of the slowest, and how they were found`;
  for (const { what, variants: asked } of listQuestions(filling)) {
    const times: Answered[] = [];
    for (const question of asked) times.push(await answer(db, question, rounds));
    const slowest = times.indexOf(times.toSorted((one, other) => other.p95Ms - one.p95Ms)[0]!);
    const plan = await explained.planOf(asked[slowest]!.ask);
    const mark = times[slowest]!.p95Ms > aims.list ? ' SLOW' : '';
    yield `${what.padEnd(40)}${times.map(({ p95Ms }) => p95Ms.toFixed(1).padStart(12)).join('')}  ${times[slowest]!.found}: ${plan}${mark}`;
  }
}

function heading(what: string): string {
  return `${what.padEnd(48)}${['median', 'p95', 'found'].map((name) => name.padStart(10)).join('')}  rows read by index or table`;
}

async function line(db: Database, explained: Explained, question: Question, rounds: number, aimMs: number) {
  const { medianMs, p95Ms, found } = await answer(db, question, rounds);
  const plan = await explained.planOf(question.ask);
  const figures = [medianMs.toFixed(1), p95Ms.toFixed(1), String(found)].map((text) => text.padStart(10));
  return `${question.what.padEnd(48)}${figures.join('')}  ${plan}${p95Ms > aimMs ? ' SLOW' : ''}`;
}

/** Asks once to warm up, then `rounds` times. */
async function answer(db: Database, { ask }: Question, rounds: number): Promise<Answered> {
  let found = await ask(db);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAtMs = performance.now();
    found = await ask(db);
    times.push(performance.now() - startedAtMs);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return {
    medianMs: sorted[sorted.length >> 1]!,
    p95Ms: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))]!,
    found,
  };
}
