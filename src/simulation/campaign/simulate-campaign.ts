import { CallWriter, cancelCallsOfEndedCampaigns, stopRequests } from '../../domains/calls/index.ts';
import { endDueCampaigns } from '../../domains/campaigns/index.ts';
import { readStatement, statement } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/index.ts';
import { Dialer } from '../../runtime/dialer/index.ts';
import type { CampaignConfiguration } from './configuration.ts';
import { type Customers, makeCustomers } from './customers.ts';
import { RuleChecker, type Violations } from './rule-checker.ts';
import { type HourCount, Statistics } from './statistics.ts';
import { ids, queueCalls, storeCampaign } from './store-campaign.ts';
import { VirtualCalls } from './virtual-calls.ts';
import { VirtualClock } from './virtual-clock.ts';
import { VirtualDatabase } from './virtual-database.ts';

const nodeId = 'node_simulated';
const connectionsMax = 4;
/** A large claim costs less per call, and no other campaign competes for the slots. */
const claimMax = 500;
const dayMs = 86_400_000;

/** The progress of a simulation. */
export interface SimulationProgress {
  /** The virtual time, in epoch milliseconds. */
  atMs: number;
  dials: number;
  live: number;
}

interface SimulationOptions {
  configuration: CampaignConfiguration;
  /** A migrated, empty database for this simulation alone. */
  connectionString: string;
  log: Log;
  /** Called when all calls are queued and the clock starts. */
  onQueued?: () => void;
  /** Called after every step of the clock. */
  onStep?: (progress: SimulationProgress) => void;
}

/** The result of a simulated campaign. */
export interface SimulationResult {
  /** The end of the last call; `null` when the campaign did not finish within `daysMax`. */
  finishedAtMs: number | null;
  startedAtMs: number;
  dials: number;
  /** The number of dialed calls by ended reason. */
  outcomes: [string, number][];
  /** The number of all call records by ended reason or status, including those never dialed. */
  records: [string, number][];
  hours: HourCount[];
  utilization: number | null;
  /** The number of customers with 0, 1, 2 … attempts. */
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
 * Returns the vacuum statements, with the number of dials between two runs. Autovacuum follows real time and would not
 * run here. Claims scan past rows that have left the queue, so dead rows slow them down. A vacuum scans all indexes of
 * the queue, so its interval grows with the square root of the queue's length.
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
 * Runs a whole campaign on a virtual clock. The dialer, its SQL statements, the dialing rules, the retries and the end of
 * the campaign are the real ones. Only the carrier and the time are simulated.
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
    await storeCampaign(db, configuration);
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
  /** The time of the dialer's next poll; `null` when it has scheduled none. */
  #poll: { atMs: number } | null = null;
  /** The due time of the first queued call; `null` when the queue is empty. */
  #firstDueMs: number | null = null;
  /** Whether the campaign's end has come and was not handled yet. */
  #hasEnded = false;
  /** The number of dials at the last check for a vacuum. */
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
    // The clock does not run the dialer's polls. `#step` wakes the dialer after it has stored the ends of earlier
    // calls.
    const dialerClock = {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      after: (ms: number) => {
        const poll = { atMs: clock.now() + ms };
        this.#poll = poll;
        return () => {
          if (this.#poll === poll) this.#poll = null;
        };
      },
    };
    this.#dialer = new Dialer({
      db,
      writer: new CallWriter(db),
      nodeId,
      placer: this.#calls,
      log,
      clock: dialerClock,
      claimMax,
    });
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

  /** Advances the clock to the next event and runs it. Returns false when nothing is left. */
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
   * Returns the time of the next event (the end of a call, or a due call), rounded up to a step. Returns `null` when
   * nothing is left. Polls of the dialer are skipped, unless due calls are in the queue.
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

  /** Ends the campaign as upkeep and the call engine do. */
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

/** Returns the maximum of concurrent calls under all limits. */
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
