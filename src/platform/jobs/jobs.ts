import { type Db, type JobWithMetadata, PgBoss, type WorkWithMetadataHandler } from 'pg-boss';
import { type Queryable, readStatement, toJson } from '../db/index.ts';
import type { Log } from '../kernel/index.ts';

/** A kind of background work. Its data is small plain JSON: ids, never what they name. */
export interface Queue<Data extends object> {
  name: string;
  /** How often it is tried again after a failure, with growing delays from `retryDelaySeconds` on. */
  retriesMax: number;
  retryDelaySeconds: number;
  /** One try may take so long at most. */
  timeoutSeconds: number;
  /** Jobs that one process works at once. */
  concurrencyMax: number;
  /** Of jobs with the same key there is one at most, waiting or worked. */
  oncePerKey?: boolean;
  /** Stands for the type of the data only. */
  example: Data;
}

/** One try of a job. */
export interface JobTry<Data> {
  jobId: string;
  data: Data;
  /** 0 for the first. */
  retryCount: number;
  isLast: boolean;
  /** The try before gave no sign any more, lasted too long, or threw a `LostTry`: what it did is not known. */
  isAfterLoss: boolean;
  /** Aborts when the try has taken too long or the process stops. */
  signal: AbortSignal;
}

/** A job that is worked for as long as `JobTry` cannot say. */
export interface TakenJob<Data> {
  data: Data;
  /** It is done. */
  complete(): Promise<void>;
}

interface JobsOptions {
  connectionString: string;
  applicationName: string;
  log: Log;
  /** How often it is looked for workers that give no sign; the library's minute when left out. */
  monitorSeconds?: number;
}

const findLost = readStatement(
  'jobs.find_lost',
  `select a.n::int as n from unnest($2::jsonb[]) with ordinality a (data, n)
   where not exists (select from pgboss.job j where j.name = $1 and j.state < 'completed' and j.data = a.data)
   order by a.n`,
);

/** A try whose worker gives no sign for so long is taken to be dead and tried again. */
const heartbeatSeconds = 10;
const signEveryMs = 3000;
const connectionsMax = 3;
const retryDelayMaxSeconds = 600;
const stopTimeoutMs = 5_000;

/**
 * Background work that survives crashes, on pg-boss in the schema `pgboss` of the same database: a job is stored in
 * the transaction of what causes it, tried at least once, and tried again when its worker fails or dies. So work has
 * to bear being done twice.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #known = new Set<string>();

  constructor({ connectionString, applicationName, log, monitorSeconds }: JobsOptions) {
    this.#log = log;
    this.#boss = new PgBoss({
      connectionString,
      application_name: applicationName,
      max: connectionsMax,
      schedule: false,
      ...(monitorSeconds
        ? { superviseIntervalSeconds: monitorSeconds, monitorIntervalSeconds: monitorSeconds }
        : {}),
    });
    this.#boss.on('error', (error) => log.warn({ err: error }, 'background work met an error'));
  }

  /** Makes the schema and the queues where they are missing, and older ones as they are now. Several processes may start at once. */
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
   * Stores jobs in the caller's transaction; of those with a key that is there already, none. Those of a higher `priority`
   * are taken first, 0 when left out; among equals, those that were stored first.
   */
  async enqueue<Data extends object>(
    tx: Queryable,
    queue: Queue<Data>,
    jobs: readonly { data: Data; singletonKey?: string; priority?: number }[],
  ): Promise<void> {
    if (!this.#known.has(queue.name)) throw new Error(`the queue ${queue.name} was not started`);
    if (jobs.length > 0) await this.#boss.insert(queue.name, [...jobs], { db: inTransaction(tx) });
  }

  /** Those of `all`, each the data of a job as it was stored, of which no job waits or is worked. */
  async findLost<Data extends object>(
    tx: Queryable,
    queue: Queue<Data>,
    all: readonly Data[],
  ): Promise<Data[]> {
    if (all.length === 0) return [];
    const rows = await tx.query<{ n: number }>(findLost, [queue.name, all.map((data) => toJson(data))]);
    return rows.map(({ n }) => all[n - 1]!);
  }

  /** Works the queue until `close`. What `work` throws makes the job be tried again, as often as its queue says. */
  async work<Data extends object>(
    queue: Queue<Data>,
    work: (job: JobTry<Data>) => Promise<void>,
  ): Promise<void> {
    const options = {
      localConcurrency: queue.concurrencyMax,
      pollingIntervalSeconds: 1,
      includeMetadata: true,
    } as const;
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
    await this.#boss.work(queue.name, options, handle);
  }

  /**
   * Takes jobs to be worked by the caller, who says when each is done; until then it is held with signs of life, and
   * taken by another process when these stop.
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

  /** Takes no more jobs and lets those under way end for some seconds; what is left is tried by another process. */
  async close(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: stopTimeoutMs });
  }
}

function tryOf<Data>(job: JobWithMetadata<Data>): JobTry<Data> {
  const { id, data, retryCount, retryLimit, signal, output } = job;
  // What a worker throws is there as it is; what the library says of one that is lost is a value, and of one that lasts
  // too long an error of its own, whatever that one throws later.
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
