import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { Answer, RequestOptions } from '../world/api-world.ts';
import { MemoryRun } from '../world/memory-runs.ts';
import { randomFrom } from '../world/random.ts';
import { randomSteps } from '../world/random-steps.ts';
import { answerTo, type KeyedReceiver, startKeyedReceiver } from './keyed-receiver.ts';
import { query } from './query.ts';

export interface WorkflowKillOptions {
  /** The database of the service behind `request`, which runs no workflows itself. */
  connectionString: string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  runs: number;
  kills: number;
  seed: number;
  say(line: string): void;
}

/** The results of random workflows whose processes were killed at random. */
export interface WorkflowKillReport {
  runs: number;
  kills: number;
  /** The number of requests and of different keys. The difference was in flight when a process was killed. */
  requests: number;
  keys: number;
  pushes: number;
  /** The number of runs by how they ended. */
  outcomes: Record<string, number>;
  /** Broken promises, in words. */
  violations: string[];
}

const workersMax = 2;
const killEveryMsMax = 1500;
const settledWithinMs = 180_000;
const conditions = ['true', 'false', 'input.one > 2', 'input.one == 1'] as const;
const push = { type: 'pushPersonalization', phoneNumber: '+12125550188', data: { n: '{{ vars.n }}' } };

/** Starts the runs while the processes that execute them are killed, waits for all, and checks every promise. */
export async function killWorkflows(options: WorkflowKillOptions): Promise<WorkflowKillReport> {
  const { connectionString, runs, kills, seed, say } = options;
  await using receiver = await startKeyedReceiver(seed);
  const arbitrary = randomSteps({ url: receiver.url, delaySecondsMax: 1, conditions, others: [push] });
  const definitions = fc.sample(arbitrary, { seed, numRuns: runs });
  const workers = new Workers(connectionString);
  try {
    const started = new Map<string, object[]>();
    const starting = startAll(options, definitions, started);
    // A rejection is reported where the result is awaited.
    starting.catch(() => undefined);
    await killAtRandom({ workers, receiver, kills, seed, say });
    await starting;
    say(`${started.size} runs were started, ${kills} processes killed`);
    const left = await untilNoneIsOpen(connectionString);
    const report = { runs, kills, ...(await judge(connectionString, started, receiver)) };
    if (left > 0) report.violations.push(`${left} runs are not over`);
    return report;
  } finally {
    workers.close();
  }
}

class Workers {
  readonly #connectionString: string;
  readonly #all: ChildProcess[] = [];

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
    for (let i = 0; i < workersMax; i++) this.#start();
  }

  /** Kills a process, and starts another in its place. */
  async kill(at: number): Promise<void> {
    const [worker] = this.#all.splice(at, 1);
    const exited = once(worker!, 'exit');
    worker!.kill('SIGKILL');
    await exited;
    this.#start();
  }

  close(): void {
    for (const worker of this.#all) worker.kill('SIGKILL');
  }

  #start(): void {
    const file = join(import.meta.dirname, '..', 'world', 'workflow-process.ts');
    this.#all.push(fork(file, [this.#connectionString]));
  }
}

async function startAll(
  { request }: WorkflowKillOptions,
  definitions: readonly object[][],
  started: Map<string, object[]>,
): Promise<void> {
  for (const steps of definitions) {
    const body = { name: 'Random', trigger: { type: 'webhook' }, definition: { version: 1, steps } };
    const { workflowId } = checked(await request('POST', '/api/workflows', { body }));
    checked(await request('POST', `/api/workflows/${workflowId}/publish`));
    const triggered = await request('POST', `/api/workflows/${workflowId}/trigger`, { body: { one: 1 } });
    started.set(checked(triggered).workflowTriggeredId!, steps);
  }
}

function checked({ status, text, body }: Answer): Record<string, string> {
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return body;
}

/** Kills processes while requests are in flight, so that most kills interrupt something. */
async function killAtRandom(around: {
  workers: Workers;
  receiver: KeyedReceiver;
  kills: number;
  seed: number;
  say(line: string): void;
}): Promise<void> {
  const { workers, receiver, kills, seed, say } = around;
  const random = randomFrom(seed);
  for (let kill = 0; kill < kills; kill++) {
    await delay(random() * killEveryMsMax);
    for (let waited = 0; receiver.waiting() === 0 && waited < 100; waited++) await delay(50);
    say(`${receiver.waiting()} requests are in flight, a process is killed`);
    await workers.kill(Math.floor(random() * workersMax));
  }
}

/** Waits until no run is open. Returns the number of runs that are still open after the time limit. */
async function untilNoneIsOpen(connectionString: string): Promise<number> {
  const endMs = performance.now() + settledWithinMs;
  for (;;) {
    const open = 'select count(*)::integer as count from workflow_open_runs';
    const [row] = await query<{ count: number }>(connectionString, open);
    if (row!.count === 0 || performance.now() > endMs) return row!.count;
    await delay(200);
  }
}

interface Entry {
  key: string;
  type: string;
  status: string;
  attempts: number;
}

async function judge(
  connectionString: string,
  started: ReadonlyMap<string, object[]>,
  receiver: KeyedReceiver,
): Promise<Omit<WorkflowKillReport, 'runs' | 'kills'>> {
  const violations: string[] = [];
  const outcomes: Record<string, number> = {};
  let pushes = 0;
  const keysOf = Map.groupBy(receiver.asked.keys(), (key) => key.slice(0, key.indexOf(':')));
  for (const [runId, steps] of started) {
    const entries = await query<Entry>(
      connectionString,
      'select step_key as key, type, status, attempts from workflow_steps where run_id = $1',
      [runId],
    );
    const [run] = await query<{ status: string; pushed: number }>(
      connectionString,
      `select status, (select count(*)::integer from audit_logs where doc::json->>'requestId' = $1
         and doc::json->>'actionVerb' = 'pushed') as pushed
       from workflow_runs where run_id = $1`,
      [runId],
    );
    const { status, pushed } = run!;
    outcomes[status] = (outcomes[status] ?? 0) + 1;
    pushes += pushed;
    const asked = new Map(
      (keysOf.get(runId) ?? []).map((key) => [key.slice(key.indexOf(':') + 1), receiver.asked.get(key)!]),
    );
    const calm = new MemoryRun(steps, { one: 1 }, ({ entry }) =>
      entry.type === 'http' ? answerTo(entry.key) : { kind: 'completed', output: null },
    );
    await calm.executeToEnd();
    for (const words of problemsOf({ status, pushed, entries, asked }, calm))
      violations.push(`${runId}: ${words}`);
  }
  const requests = [...receiver.asked.values()].reduce((sum, count) => sum + count, 0);
  return { requests, keys: receiver.asked.size, pushes, outcomes, violations };
}

/** Returns the differences between a run and the same run in a process that was not killed. */
function problemsOf(
  run: { status: string; pushed: number; entries: readonly Entry[]; asked: ReadonlyMap<string, number> },
  calm: MemoryRun,
): string[] {
  const problems: string[] = [];
  const expect = (holds: boolean, words: string) => void (holds || problems.push(words));
  const { status, pushed, entries, asked } = run;
  expect(status === calm.outcome?.status, `ended as ${status}, undisturbed as ${calm.outcome?.status}`);
  const done = entries.filter(({ status }) => status === 'completed');
  const completedPushes = done.filter(({ type }) => type === 'pushPersonalization').length;
  expect(pushed === completedPushes, `pushed ${pushed} times in ${completedPushes} steps`);
  for (const { key, type, status, attempts } of entries) {
    if (type !== 'http') continue;
    const times = asked.get(key) ?? 0;
    // A request that was canceled when another branch failed may not have been sent.
    expect(times > 0 || status === 'canceled', `the request of ${key} (${status}) never arrived`);
    expect(times <= attempts, `the request of ${key} arrived ${times} times in ${attempts} attempts`);
  }
  const known = new Set(entries.map(({ key }) => key));
  for (const key of asked.keys()) expect(known.has(key), `a request came for ${key}, which is not on record`);
  if (calm.outcome?.status !== 'completed') return problems;
  // When a branch fails, the progress of the others depends on their speed.
  const journal = (list: Iterable<Entry>) =>
    [...list]
      .map(({ key, status }) => `${key} ${status}`)
      .sort()
      .join();
  expect(journal(entries) === journal(calm.rows.values()), 'its journal is not that of the undisturbed run');
  return problems;
}
