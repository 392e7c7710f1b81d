import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeUdpPort } from '../interop/sip-agent.ts';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';
import { randomFrom } from '../world/random.ts';
import { openCountingPhone } from './counting-phone.ts';
import { CapWatch, query, storedCalls, strandedCalls } from './database-watch.ts';
import { kill, processTree } from './process-tree.ts';

/**
 * Queues calls over HTTP without a pause, against a telephone that counts, and kills the program again and again:
 * its calls process, the process that serves HTTP, or everything with the database. What has to hold is in
 * `KillReport`.
 */
export interface KillOptions {
  kills: number;
  seed: number;
  /** Told what happens, line by line. */
  say: (line: string) => void;
}

export interface KillReport {
  /** Calls that were answered with 201, and those of them that are not on record afterwards. */
  acknowledged: number;
  lost: string[];
  /** Numbers that rang more than once. */
  rangTwice: string[];
  /** Numbers that rang although no call to them is on record. */
  unrecorded: string[];
  rang: number;
  /** The longest that it took from a restart to the end of every call that the killed process had held. */
  settledInMs: number;
  /** Live calls at most, and what was allowed. */
  most: { organization: number; campaign: number };
  caps: { organization: number; campaign: number };
  samples: number;
  outcomes: Record<string, number>;
  /** Calls that are not over in the end. */
  stuck: string[];
  exitCode: number | null;
}

const caps = { organization: 6, campaign: 3 };
const waitingMax = 12;
const settledWithinMs = 20_000;
const overWithinMs = 90_000;

export async function runKills({ kills, seed, say }: KillOptions): Promise<KillReport> {
  const random = randomFrom(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-kill-'));
  const sipPort = await freeUdpPort();
  const start = () => startProgram({ dataDir, sipPort });
  await using phone = await openCountingPhone(random);
  let program = await start();
  try {
    const dialing = await setUp(program, phone.port);
    const watch = new CapWatch(dataDir);
    const loader = new Loader(() => program, dialing, watch);
    let settledInMs = 0;
    for (let i = 0; i < kills; i++) {
      await sleep(100 + random() * 1500);
      const target = (['calls', 'main', 'all'] as const)[Math.floor(random() * 3)]!;
      say(`kill ${i + 1} of ${kills}: ${target}; ${loader.acknowledged.size} calls acknowledged so far`);
      if (target === 'calls') kill(program.callsProcessId());
      else {
        for (const pid of target === 'all' ? processTree(program.process.pid!) : [program.process.pid!])
          kill(pid);
        await program.exited;
        program = await start();
      }
      // Sometimes the next one comes while the last is still being settled.
      if (random() < 0.3 && i + 1 < kills) continue;
      settledInMs = Math.max(settledInMs, await untilSettled(dataDir));
    }
    await loader.stop();
    await untilOver(dataDir);
    await watch.stop();
    const calls = await storedCalls(dataDir);
    const exitCode = await program.stop();
    return report({ calls, loader, rings: phone.rings, watch, settledInMs, exitCode });
  } finally {
    for (const pid of processTree(program.process.pid!)) kill(pid);
    await program[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function setUp(program: Program, port: number): Promise<Dialing> {
  const body = { maxConcurrentCalls: caps.organization };
  await program.request('PATCH', '/api/organization', { body });
  const agent = {
    prompt: 'Talk.',
    firstMessage: 'Hi.',
    limits: { maxDurationSeconds: 10, silenceSeconds: 1 },
  };
  return setUpDialing(program.request, { trunk: { port }, agent });
}

/** Queues calls to new numbers, a few at a time, and remembers those that were acknowledged. */
class Loader {
  readonly acknowledged = new Map<string, string>();
  cappedCampaignId = '';
  #lastNumber = 2_125_550_000;
  #stopped = false;
  readonly #watch: CapWatch;
  readonly #workers: Promise<void>[];

  constructor(program: () => Program, dialing: Dialing, watch: CapWatch) {
    this.#watch = watch;
    this.#workers = Array.from({ length: 3 }, (_, i) => this.#work(program, dialing, i));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  async #work(program: () => Program, dialing: Dialing, index: number): Promise<void> {
    while (!this.#stopped) {
      // Some that wait, and never more than are dialed in a few seconds.
      if (this.#watch.waiting > waitingMax) {
        await sleep(50);
        continue;
      }
      const number = `+1${this.#lastNumber++}`;
      const { scheduleId, phoneNumberId, agentId } = dialing;
      const maxConcurrentCalls = index === 0 ? caps.campaign : undefined;
      const campaignName = index === 0 ? 'Capped' : `Campaign ${index}`;
      const body = {
        campaignName,
        scheduleId,
        phoneNumberId,
        phoneNumber: number,
        variables: {},
        maxConcurrentCalls,
      };
      const answer = await program()
        .request('POST', `/api/agents/${agentId}/calls/campaign`, { body })
        .catch(() => null);
      if (answer?.status === 201) {
        this.acknowledged.set(answer.body.callId, number);
        if (index === 0) this.cappedCampaignId = answer.body.campaignId;
      }
      await sleep(answer ? 100 : 50);
    }
  }
}

/** Waits until no call is held by a process that is gone; how long that took. */
async function untilSettled(dataDir: string): Promise<number> {
  const sinceMs = performance.now();
  // Right after a kill every heartbeat is young; a call is stranded once that of its process has grown old.
  await sleep(3100);
  while ((await strandedCalls(dataDir).catch(() => 1)) > 0) {
    if (performance.now() - sinceMs > settledWithinMs) break;
    await sleep(100);
  }
  return performance.now() - sinceMs;
}

async function untilOver(dataDir: string): Promise<void> {
  const untilMs = performance.now() + overWithinMs;
  const open = "select 1 from calls where status not in ('ended', 'canceled') limit 1";
  while (performance.now() < untilMs) {
    if ((await query(dataDir, open).catch(() => [1])).length === 0) return;
    await sleep(200);
  }
}

interface Evidence {
  calls: Awaited<ReturnType<typeof storedCalls>>;
  loader: Loader;
  rings: Map<string, Set<string>>;
  watch: CapWatch;
  settledInMs: number;
  exitCode: number | null;
}

function report({ calls, loader, rings, watch, settledInMs, exitCode }: Evidence): KillReport {
  const ids = new Set(calls.map(({ call_id }) => call_id));
  const numbers = new Set(calls.map(({ customer_number }) => customer_number));
  const outcomes: Record<string, number> = {};
  for (const { ended_reason } of calls) {
    const reason = ended_reason ?? 'none';
    outcomes[reason] = (outcomes[reason] ?? 0) + 1;
  }
  return {
    acknowledged: loader.acknowledged.size,
    lost: [...loader.acknowledged.keys()].filter((callId) => !ids.has(callId)),
    rangTwice: [...rings].filter(([, callIds]) => callIds.size > 1).map(([number]) => number),
    unrecorded: [...rings.keys()].filter((number) => !numbers.has(number)),
    rang: rings.size,
    settledInMs: Math.round(settledInMs),
    most: { organization: watch.most.get('') ?? 0, campaign: watch.most.get(loader.cappedCampaignId) ?? 0 },
    caps,
    samples: watch.samples,
    outcomes,
    stuck: calls.filter(({ status }) => !/^(ended|canceled)$/.test(status)).map(({ call_id }) => call_id),
    exitCode,
  };
}

/** What does not hold, in words; nothing when all does. */
export function failures(report: KillReport): string[] {
  const found: string[] = [];
  const check = (holds: boolean, words: string) => holds || found.push(words);
  const some = (names: string[]) => `${names.length}: ${names.slice(0, 5).join(', ')}`;
  check(report.lost.length === 0, `acknowledged and not on record, ${some(report.lost)}`);
  check(report.rangTwice.length === 0, `rang more than once, ${some(report.rangTwice)}`);
  check(report.unrecorded.length === 0, `rang without a record, ${some(report.unrecorded)}`);
  check(report.stuck.length === 0, `not over in the end, ${some(report.stuck)}`);
  check(
    report.settledInMs < 15_000,
    `calls of a killed process were settled only after ${report.settledInMs} ms`,
  );
  check(
    report.most.organization <= report.caps.organization,
    `${report.most.organization} live calls at once`,
  );
  check(
    report.most.campaign <= report.caps.campaign,
    `${report.most.campaign} live calls of the capped campaign`,
  );
  check(report.rang > 0 && report.acknowledged > 0, 'nothing was dialed');
  check(report.exitCode === 0, `the program ended with ${report.exitCode}`);
  return found;
}
