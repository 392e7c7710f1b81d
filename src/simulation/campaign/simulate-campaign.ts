import { stopRequests } from '../../domains/calls/index.ts';
import { readStatement, statement } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import { Dialer } from '../../runtime/dialer/index.ts';
import { cancelCallsOfEndedCampaigns, endDueCampaigns } from '../../runtime/upkeep/index.ts';
import type { CampaignConfiguration } from './configuration.ts';
import { type Customers, makeCustomers } from './customers.ts';
import { ids, layOut, queueCalls } from './lay-out.ts';
import { RuleChecker, type Violations } from './rule-checker.ts';
import { type HourCount, Statistics } from './statistics.ts';
import { VirtualCalls } from './virtual-calls.ts';
import { VirtualClock } from './virtual-clock.ts';
import { VirtualDatabase } from './virtual-database.ts';

const nodeId = 'node_simulated';
const connectionsMax = 4;
/** Nobody else wants the organization's slots meanwhile, and what a claim costs is shared by its calls. */
const claimMax = 500;
const dayMs = 86_400_000;

/** How far a simulation is. */
export interface SimulationProgress {
  /** The virtual time, in epoch milliseconds. */
  atMs: number;
  dials: number;
  live: number;
}

interface SimulationOptions {
  configuration: CampaignConfiguration;
  /** A migrated database that holds nothing else and is thrown away. */
  connectionString: string;
  log: Log;
  /** The calls are queued, and the clock begins to move. */
  onQueued?: () => void;
  /** After every step of the clock. */
  onStep?: (progress: SimulationProgress) => void;
}

/** What a campaign came to. */
export interface SimulationResult {
  /** When the last call was over; null: it had not finished when the time was up. */
  finishedAtMs: number | null;
  startedAtMs: number;
  dials: number;
  /** How the calls that were dialed ended. */
  outcomes: [string, number][];
  /** How all call records ended, also those that were never dialed. */
  records: [string, number][];
  hours: HourCount[];
  utilization: number | null;
  /** By the number of attempts, how many customers had so many; from 0 on. */
  attempts: number[];
  violations: Violations;
  digest: string;
}

const firstDue = readStatement(
  'simulation.first_due',
  `select extract(epoch from due_at)::float8 * 1000 as ms from queued_calls
   where organization_id = $1 and campaign_id = $2 and priority = 5 order by due_at limit 1`,
);
const vacuumLive = statement('simulation.vacuum', 'vacuum live_calls, dial_lanes, organization_slots');
const vacuumQueue = statement('simulation.vacuum_queue', 'vacuum queued_calls');

/**
 * What is vacuumed after how many dials, as autovacuum does, which goes by the time of the world. Claims count what is live,
 * and look where the queue begins, past all that left it since; but its indexes are gone through from end to end, so that
 * a long queue is vacuumed more rarely, by the root of its length.
 */
function vacuumsOf(customersCount: number) {
  return [
    { everyDials: 2000, vacuum: vacuumLive },
    { everyDials: Math.max(1000, Math.round(16 * Math.sqrt(customersCount))), vacuum: vacuumQueue },
  ];
}

const records = readStatement(
  'simulation.records',
  `select coalesce(ended_reason, status) as reason, count(*)::int as calls from calls where organization_id = $1
   group by 1 order by 2 desc, 1`,
);

/**
 * Runs a campaign from beginning to end on a virtual clock: the dialer, the statements that claim and end calls, the
 * gate, the retries and the end of the campaign are those of the product; only the carrier and the time are not real.
 */
export async function simulateCampaign(options: SimulationOptions): Promise<SimulationResult> {
  const { configuration, connectionString, log } = options;
  const startMs = Date.parse(configuration.startsAt);
  const clock = new VirtualClock(startMs);
  const db = new VirtualDatabase(
    { connectionString, applicationName: 'simulation', connectionsMax, log },
    clock,
  );
  try {
    const customers = makeCustomers(configuration);
    await layOut(db, configuration);
    await queueCalls(db, configuration, customers, startMs);
    options.onQueued?.();
    return await new Simulation(options, { clock, db, customers, startMs }).run();
  } finally {
    await db.close();
  }
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #clock: VirtualClock;
  readonly #db: VirtualDatabase;
  readonly #customers: Customers;
  readonly #startMs: number;
  readonly #statistics = new Statistics();
  readonly #checker: RuleChecker;
  readonly #calls: VirtualCalls;
  readonly #dialer: Dialer;
  readonly #cap: number;
  /** What the dialer wants to do next, and when. */
  #poll: { atMs: number; run: () => void } | null = null;
  /** When the first call of the queue is due; null: none is left. */
  #firstDueMs: number | null = null;
  #hasEnded = false;
  /** After how many dials it was last asked whether a vacuum is due. */
  #vacuumedAt = 0;

  constructor(
    options: SimulationOptions,
    world: { clock: VirtualClock; db: VirtualDatabase; customers: Customers; startMs: number },
  ) {
    const { configuration, log } = options;
    const { clock, db, customers, startMs } = world;
    this.#options = options;
    this.#clock = clock;
    this.#db = db;
    this.#customers = customers;
    this.#startMs = startMs;
    this.#checker = new RuleChecker(configuration, customers);
    this.#calls = new VirtualCalls({
      db,
      nodeId,
      clock,
      configuration,
      customers,
      checker: this.#checker,
      statistics: this.#statistics,
    });
    // What the dialer wants to do waits until the ends that came before it are written.
    const dialerClock = {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      after: (ms: number, run: () => void) => {
        const poll = { atMs: clock.now() + ms, run };
        this.#poll = poll;
        return () => {
          if (this.#poll === poll) this.#poll = null;
        };
      },
    };
    this.#dialer = new Dialer({ db, nodeId, placer: this.#calls, log, clock: dialerClock, claimMax });
    this.#cap = capOf(configuration);
    if (configuration.endCampaignAt !== null) {
      clock.at(Date.parse(configuration.endCampaignAt), () => {
        this.#hasEnded = true;
      });
    }
  }

  async run(): Promise<SimulationResult> {
    const limitMs = this.#startMs + this.#options.configuration.daysMax * dayMs;
    this.#dialer.wake();
    await this.#settle();
    let isFinished = false;
    while (!isFinished && this.#clock.now() < limitMs) isFinished = !(await this.#step());
    await this.#dialer.stop();
    return this.#result(isFinished);
  }

  /** Moves the clock on to the next thing that happens, and lets everyone do what is to be done then. False: nothing is left. */
  async #step(): Promise<boolean> {
    const nextMs = this.#nextMs();
    if (nextMs === null) return false;
    const fromMs = this.#clock.now();
    const due = this.#isDue(fromMs);
    const { live } = this.#calls;
    this.#clock.moveTo(nextMs);
    const endedAtMs = await this.#calls.endOver();
    const idleMs = endedAtMs.reduce((sum, atMs) => sum + nextMs - Math.max(atMs, fromMs), 0);
    if (due) this.#statistics.whileDue(live * (nextMs - fromMs) - idleMs, this.#cap * (nextMs - fromMs));
    if (this.#hasEnded) await this.#endCampaign();
    const isPolled = this.#poll !== null && this.#poll.atMs <= nextMs;
    if (isPolled || endedAtMs.length > 0 || this.#isDue(nextMs)) this.#dialer.wake();
    await this.#settle();
    await this.#vacuum();
    this.#options.onStep?.({ atMs: nextMs, dials: this.#statistics.dials, live: this.#calls.live });
    return true;
  }

  /**
   * The instant to go on at: of the next end, or when the next call is due, at the end of a step; null: never. What the
   * dialer looks at in between has nothing due, unless calls wait for a limit, and is left out.
   */
  #nextMs(): number | null {
    const nowMs = this.#clock.now();
    const pollMs = this.#isDue(nowMs) ? (this.#poll?.atMs ?? null) : this.#firstDueMs;
    const nextMs = earlier(this.#clock.nextMs(), pollMs);
    if (nextMs === null || (this.#calls.live === 0 && this.#firstDueMs === null)) return null;
    const stepMs = this.#options.configuration.stepSeconds * 1000;
    return this.#startMs + Math.ceil((Math.max(nextMs, nowMs + 1) - this.#startMs) / stepMs) * stepMs;
  }

  #isDue(atMs: number): boolean {
    return this.#firstDueMs !== null && this.#firstDueMs <= atMs;
  }

  async #settle(): Promise<void> {
    await this.#dialer.idle();
    this.#calls.dialPlaced();
    const [row] = await this.#db.query<{ ms: number }>(firstDue, [ids.organization, ids.campaign]);
    this.#firstDueMs = row?.ms ?? null;
  }

  async #vacuum(): Promise<void> {
    const { dials } = this.#statistics;
    for (const { everyDials, vacuum } of vacuumsOf(this.#customers.count)) {
      const isDue = Math.floor(dials / everyDials) > Math.floor(this.#vacuumedAt / everyDials);
      if (isDue) await this.#db.query(vacuum);
    }
    this.#vacuumedAt = dials;
  }

  /** What upkeep and the engine do when a campaign's end has come. */
  async #endCampaign(): Promise<void> {
    this.#hasEnded = false;
    await endDueCampaigns(this.#db);
    while ((await cancelCallsOfEndedCampaigns(this.#db)) > 0);
    const stops = await stopRequests(this.#db, nodeId);
    this.#calls.stop(stops.map(({ callId }) => callId));
    await this.#calls.endOver();
  }

  async #result(isFinished: boolean): Promise<SimulationResult> {
    const rows = await this.#db.query<{ reason: string; calls: number }>(records, [ids.organization]);
    const statistics = this.#statistics;
    const attempts: number[] = [];
    for (let index = 0; index < this.#customers.count; index++) {
      const count = this.#checker.attemptsOf(index);
      attempts[count] = (attempts[count] ?? 0) + 1;
    }
    return {
      startedAtMs: this.#startMs,
      finishedAtMs: isFinished ? statistics.lastEndMs : null,
      dials: statistics.dials,
      outcomes: statistics.outcomes,
      records: rows.map(({ reason, calls }) => [reason, calls]),
      hours: statistics.hours,
      utilization: statistics.utilization,
      attempts: Array.from(attempts, (count) => count ?? 0),
      violations: this.#checker.violations,
      digest: statistics.digest(),
    };
  }
}

/** The calls that all caps together allow at once. */
function capOf(configuration: CampaignConfiguration): number {
  const { trunks, organizationMaxConcurrentCalls, campaignMaxConcurrentCalls } = configuration;
  const onTrunks = trunks.reduce(
    (sum, trunk) => sum + (trunk.maxConcurrentCalls ?? Number.POSITIVE_INFINITY),
    0,
  );
  return Math.min(
    organizationMaxConcurrentCalls,
    campaignMaxConcurrentCalls ?? Number.POSITIVE_INFINITY,
    onTrunks,
  );
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
