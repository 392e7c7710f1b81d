import type { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { Egress } from '../../../platform/egress/index.ts';
import { Jobs, type Queue, type TakenJob } from '../../../platform/jobs/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { SecretPlace } from '../secrets.ts';
import { Drain } from './drain.ts';
import { dueEndpoints } from './store.ts';

/** One job per endpoint with something to do, never one per event. */
const drainQueue: Queue<SecretPlace> = {
  name: 'webhook-drains',
  retriesMax: 3,
  retryDelaySeconds: 1,
  timeoutSeconds: 900,
  concurrencyMax: 1,
  oncePerKey: true,
  example: { organizationId: '', webhookEndpointId: '' },
};

/** Maximum drains per process. */
const drainsMax = 500;
/** How often to look for jobs of dead processes, and of others that cannot take them. */
const takeEveryMs = 2000;
/** A job that another process holds is not offered again sooner. */
const offerEveryMs = 2000;
/** How long attempts may continue when the process stops. */
const graceMs = 5000;
/** A silent worker is detected within this time after its ten seconds of allowed silence. */
const monitorSeconds = 5;

export interface SenderOptions {
  db: Database;
  log: Log;
  secret: SecretKey;
  egressAllow: readonly string[];
}

/** Sends events to webhook endpoints. Ensures that one process drains each endpoint with something to do. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #jobs: Jobs;
  readonly #egress: Egress;
  readonly #abort = new AbortController();
  readonly #drains = new Map<string, { drain: Drain; done: Promise<void> }>();
  readonly #offeredMs = new Map<string, number>();
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #taking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(options: SenderOptions) {
    const { db, log, egressAllow } = options;
    this.#options = options;
    const { pooledConnectionString: connectionString } = db;
    this.#jobs = new Jobs({ connectionString, applicationName: 'parley webhooks', log, monitorSeconds });
    this.#egress = new Egress({ allow: egressAllow });
  }

  async start(): Promise<void> {
    await this.#jobs.start([drainQueue]);
    this.#timer = setInterval(() => this.#take(), takeEveryMs);
    this.#take();
  }

  /** Looks for endpoints with something to do. */
  look(): void {
    this.#lookAgain = true;
    if (this.#looking || this.#isClosing) return;
    this.#looking = this.#look().finally(() => {
      this.#looking = null;
      if (this.#lookAgain) this.look();
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await this.#looking;
    await this.#taking;
    for (const { drain } of this.#drains.values()) drain.stop();
    const timer = setTimeout(() => this.#abort.abort(), graceMs);
    await Promise.all([...this.#drains.values()].map(({ done }) => done));
    clearTimeout(timer);
    await this.#jobs.close();
    await this.#egress[Symbol.asyncDispose]();
  }

  async #look(): Promise<void> {
    this.#lookAgain = false;
    const { db, log } = this.#options;
    try {
      const nowMs = performance.now();
      const offered: SecretPlace[] = [];
      for (const place of await dueEndpoints(db)) {
        const id = place.webhookEndpointId;
        const running = this.#drains.get(id);
        if (running) running.drain.wake();
        else if (nowMs - (this.#offeredMs.get(id) ?? -offerEveryMs) >= offerEveryMs) offered.push(place);
      }
      for (const { webhookEndpointId } of offered) this.#offeredMs.set(webhookEndpointId, nowMs);
      await this.#jobs.enqueue(
        db,
        drainQueue,
        offered.map((data) => ({ data, singletonKey: data.webhookEndpointId })),
      );
      if (offered.length > 0) this.#take();
    } catch (error) {
      log.warn({ err: error }, 'could not look for webhook endpoints with events');
    }
  }

  #take(): void {
    if (this.#isClosing) return;
    this.#taking = this.#taking.then(() => this.#takeJobs());
  }

  async #takeJobs(): Promise<void> {
    const room = drainsMax - this.#drains.size;
    if (room <= 0 || this.#isClosing) return;
    try {
      for (const job of await this.#jobs.take(drainQueue, Math.min(room, 50))) this.#drain(job);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not take webhook jobs');
    }
  }

  #drain(job: TakenJob<SecretPlace>): void {
    const { db, log, secret } = this.#options;
    const place = job.data;
    const id = place.webhookEndpointId;
    const egress = this.#egress.of(place.organizationId, id);
    const drain = new Drain({ db, log, secret, egress, place, signal: this.#abort.signal });
    const done = (async () => {
      try {
        await drain.run();
      } catch (error) {
        log.warn({ err: error, ...place }, 'could not drain a webhook endpoint; retrying');
      }
      // While the entry exists, no other job is offered, which would be refused because this one is incomplete.
      await job
        .complete()
        .catch((error: unknown) => log.warn({ err: error }, 'could not complete a webhook job'));
      this.#drains.delete(id);
      this.#offeredMs.delete(id);
    })();
    this.#drains.set(id, { drain, done });
    if (this.#isClosing) drain.stop();
  }
}
