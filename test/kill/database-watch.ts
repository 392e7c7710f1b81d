import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** A call as the database has it. */
export interface StoredCall {
  call_id: string;
  status: string;
  customer_number: string;
  ended_reason: string | null;
  node_id: string | null;
}

const live = `status in ('dialing', 'ringing', 'in-progress', 'forwarding')`;

/** Runs one statement on the embedded database of a data directory, on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(dataDir: string, text: string): Promise<Row[]> {
  const connectionString = (await readFile(join(dataDir, 'database.url'), 'utf8')).trim();
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function storedCalls(dataDir: string): Promise<StoredCall[]> {
  return query(dataDir, 'select call_id, status, customer_number, ended_reason, node_id from calls');
}

/** Calls that a process holds which is not on the list of the living, or has been silent for long. */
export async function strandedCalls(dataDir: string): Promise<number> {
  const [row] = await query<{ calls: string }>(
    dataDir,
    `select count(*) as calls from calls c where ${live} and not exists (
       select 1 from nodes n where n.node_id = c.node_id and n.heartbeat_at > clock_timestamp() - interval '3 seconds')`,
  );
  return Number(row?.calls ?? 0);
}

/** Looks at the live calls again and again until it is stopped; keeps the most that it saw at once. */
export class CapWatch {
  /** By campaign; of the whole organization under ''. */
  readonly most = new Map<string, number>();
  samples = 0;
  /** Calls in the queue when it looked last. */
  waiting = 0;
  #stopped = false;
  readonly #done: Promise<void>;

  constructor(dataDir: string) {
    this.#done = this.#watch(dataDir);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  async #watch(dataDir: string): Promise<void> {
    while (!this.#stopped) {
      try {
        const rows = await query<{ campaign_id: string; calls: string; waiting: string }>(
          dataDir,
          `select campaign_id, count(*) filter (where ${live}) as calls,
             count(*) filter (where status = 'queued') as waiting
           from calls where ${live} or status = 'queued' group by campaign_id`,
        );
        this.samples++;
        this.waiting = rows.reduce((sum, { waiting }) => sum + Number(waiting), 0);
        this.#keep(
          '',
          rows.reduce((sum, { calls }) => sum + Number(calls), 0),
        );
        for (const { campaign_id, calls } of rows) this.#keep(campaign_id, Number(calls));
      } catch {
        // It is down at the moment.
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  #keep(campaignId: string, calls: number): void {
    this.most.set(campaignId, Math.max(this.most.get(campaignId) ?? 0, calls));
  }
}
