import { type Db, type JobWithMetadata, PgBoss, type WorkWithMetadataHandler } from 'pg-boss';
import {
  Connection,
  connectionConfig,
  type Queryable,
  readStatement,
  statementSettings,
  toJson,
} from '../db/index.ts';
import { delay, type Log } from '../kernel/index.ts';

/** A kind of background work. Its data is small plain JSON: ids, not the resources that they name. */
export interface Queue<Data extends object> {
  name: string;
  /** How often a failed job is retried, with growing delays from `retryDelaySeconds` on. */
  retriesMax: number;
  retryDelaySeconds: number;
  /** The longest time that one try may take. */
  timeoutSeconds: number;
  /** The number of jobs that one process works at a time. */
  concurrencyMax: number;
  /** At most one job with the same key is waiting or in progress. */
  oncePerKey?: boolean;
  /** Only carries the type of the data. */
  example: Data;
}

export interface JobTry<Data> {
  jobId: string;
  data: Data;
  /** 0 for the first. */
  retryCount: number;
  isLast: boolean;
  /** The outcome of the previous try is unknown: it sent no heartbeat, took too long, or threw a `LostTry`. */
  isAfterLoss: boolean;
  /** Aborts when the try takes too long or the process stops. */
  signal: AbortSignal;
}

/** A job of unlimited duration. */
export interface TakenJob<Data> {
  data: Data;
  complete(): Promise<void>;
}

interface JobsOptions {
  connectionString: string;
  applicationName: string;
  log: Log;
  /** How often workers without a heartbeat are looked for. Default: the library's minute. */
  monitorSeconds?: number;
}

const findLost = readStatement(
  'jobs.find_lost',
  `select a.n::int as n from unnest($2::jsonb[]) with ordinality a (data, n)
   where not exists (select from pgboss.job j where j.name = $1 and j.state < 'completed' and j.data = a.data)
   order by a.n`,
);

const findDue = readStatement(
  'jobs.find_due',
  `select q.name from unnest($1::text[]) as q (name) where exists (select from pgboss.job j
     where j.name = q.name and j.state < 'active' and j.start_after <= clock_timestamp())`,
);

/** A try whose worker sends no heartbeat for so long counts as lost and is retried. */
const heartbeatSeconds = 10;
const signEveryMs = 3000;
const connectionsMax = 2;
/** How often one statement asks which queues have work, instead of one for each worker. */
const lookEveryMs = 1000;
/** Workers fetch without being woken as well, in case that statement is wrong. */
const fetchEverySeconds = 60;
const retryDelayMaxSeconds = 600;
const stopTimeoutMs = 5_000;

/**
 * Background work that survives crashes, on pg-boss in the schema `pgboss` of the same database. A job is stored in the
 * transaction of its cause, tried at least once, and retried when its worker fails or dies. Workers must therefore
 * tolerate repetition.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #known = new Set<string>();
  /** The workers of this process, by queue. */
  readonly #workers = new Map<string, string[]>();
  readonly #abort = new AbortController();
  #looking: Promise<void> | null = null;

  constructor({ connectionString, applicationName, log, monitorSeconds }: JobsOptions) {
    this.#log = log;
    this.#boss = new PgBoss({
      ...connectionConfig({ connectionString, applicationName, settings: statementSettings }),
      // The library makes a pool of them.
      ...{ Client: Connection },
      max: connectionsMax,
      schedule: false,
      // No job waits for another.
      flowIntervalSeconds: 3600,
      ...(monitorSeconds
        ? { superviseIntervalSeconds: monitorSeconds, monitorIntervalSeconds: monitorSeconds }
        : {}),
    });
    this.#boss.on('error', (error) => log.warn({ err: error }, 'background work failed'));
  }

  /** Creates the schema and the queues, or updates them. Several processes may start at the same time. */
  async start(queues: readonly Queue<object>[]): Promise<void> {
    await this.#boss.start();
    for (const queue of queues) {
      const options = {
        retryLimit: queue.retriesMax,
        retryDelay: queue.retryDelaySeconds,
        retryBackoff: true,
        retryDelayMax: retryDelayMaxSeconds,
        expireInSeconds: queue.timeoutSeconds,
        heartbeatSeconds,
      };
      await this.#boss.createQueue(queue.name, {
        ...options,
        ...(queue.oncePerKey ? { policy: 'exclusive' } : {}),
      });
      await this.#boss.updateQueue(queue.name, options);
      this.#known.add(queue.name);
    }
  }

  /**
   * Stores jobs in the caller's transaction, except those whose key exists already. Higher `priority` comes first
   * (default 0), then older.
   */
  async enqueue<Data extends object>(
    tx: Queryable,
    queue: Queue<Data>,
    jobs: readonly { data: Data; singletonKey?: string; priority?: number }[],
  ): Promise<void> {
    if (!this.#known.has(queue.name)) throw new Error(`the queue ${queue.name} was not started`);
    if (jobs.length > 0) await this.#boss.insert(queue.name, [...jobs], { db: inTransaction(tx) });
  }

  /** Returns those of `all` (the data of jobs, as stored) for which no job waits or is worked. */
  async findLost<Data extends object>(
    tx: Queryable,
    queue: Queue<Data>,
    all: readonly Data[],
  ): Promise<Data[]> {
    if (all.length === 0) return [];
    const rows = await tx.query<{ n: number }>(findLost, [queue.name, all.map((data) => toJson(data))]);
    return rows.map(({ n }) => all[n - 1]!);
  }

  /**
   * Works the queue until `close`, and looks once a second for due jobs of all queues that are worked, by a statement of
   * `db`. When `work` throws, the job is retried as its queue says.
   */
  async work<Data extends object>(
    db: Queryable,
    queue: Queue<Data>,
    work: (job: JobTry<Data>) => Promise<void>,
  ): Promise<void> {
    const workers: string[] = [];
    const options = { pollingIntervalSeconds: fetchEverySeconds, includeMetadata: true } as const;
    const handle: WorkWithMetadataHandler<Data> = async ([job]) => {
      if (!job) return;
      try {
        await work(tryOf(job));
      } catch (error) {
        const { retryCount, retryLimit } = job;
        this.#log.warn(
          { err: error, queue: queue.name, jobId: job.id, retryCount, retryLimit },
          'a job failed',
        );
        throw error;
      }
    };
    // Only separate workers can be woken.
    while (workers.length < queue.concurrencyMax)
      workers.push(await this.#boss.work(queue.name, options, handle));
    this.#workers.set(queue.name, workers);
    this.#looking ??= this.#lookOn(db);
  }

  async #lookOn(db: Queryable): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      await delay(lookEveryMs, signal);
      if (signal.aborted) return;
      try {
        for (const { name } of await db.query<{ name: string }>(findDue, [[...this.#workers.keys()]]))
          for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker);
      } catch (error) {
        this.#log.warn({ err: error }, 'cannot look for background work');
      }
    }
  }

  /**
   * Takes jobs that the caller works and completes. Until then heartbeats hold each job; when they stop, another
   * process takes it.
   */
  async take<Data extends object>(queue: Queue<Data>, max: number): Promise<TakenJob<Data>[]> {
    const jobs = await this.#boss.fetch<Data>(queue.name, { batchSize: max });
    return jobs.map(({ id, data }) => {
      const sign = setInterval(() => {
        this.#boss.touch(queue.name, id).catch((error: unknown) => {
          this.#log.warn({ err: error, queue: queue.name, jobId: id }, 'a job could not be held');
        });
      }, signEveryMs);
      return {
        data,
        complete: async () => {
          clearInterval(sign);
          await this.#boss.complete(queue.name, id);
        },
      };
    });
  }

  /** Takes no more jobs and waits some seconds for those in progress. Another process retries the rest. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#looking;
    await this.#boss.stop({ graceful: true, timeout: stopTimeoutMs });
  }
}

function tryOf<Data>(job: JobWithMetadata<Data>): JobTry<Data> {
  const { id, data, retryCount, retryLimit, signal, output } = job;
  // `output` holds a worker's error as it is, a value from the library for a lost worker, and the library's own error
  // for a try that took too long.
  const { value, isLost, message } = (output ?? {}) as {
    value?: unknown;
    isLost?: boolean;
    message?: string;
  };
  const isTooLong = message?.startsWith('handler execution exceeded') === true;
  const isAfterLoss = retryCount > 0 && (value !== undefined || isLost === true || isTooLong);
  return { jobId: id, data, retryCount, isLast: retryCount >= retryLimit, isAfterLoss, signal };
}

function inTransaction(tx: Queryable): Db {
  return { executeSql: async (text, values) => ({ rows: await tx.query({ name: '', text }, values ?? []) }) };
}

/** Thrown by a try whose outcome is unknown, as if its process had died. The next try has `isAfterLoss` set. */
export class LostTry extends Error {
  /** Stored with the job. */
  readonly isLost = true;
}
