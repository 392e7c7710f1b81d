import pg from 'pg';
import type { Queryable, Statement } from '../../src/platform/db/index.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** Absent in a plan that was not carried out. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** A connection that reports how it carried out its statements, also those within functions. */
export class Explained implements Queryable {
  readonly #client: pg.Client;
  #plans: PlanNode[] = [];

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('notice', ({ message = '' }: { message?: string | undefined }) => {
      const json = /plan:\s*(\{[\s\S]*\})/.exec(message)?.[1];
      if (json) this.#plans.push((JSON.parse(json) as { Plan: PlanNode }).Plan);
    });
  }

  static async open(connectionString: string): Promise<Explained> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(
      `load 'auto_explain'; set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
       set auto_explain.log_timing = off; set auto_explain.log_format = json; set auto_explain.log_min_duration = 0;
       set client_min_messages = log`,
    );
    return new Explained(client);
  }

  /** A setting for a transaction is taken back after the next statement. */
  async query<Row>({ text }: Statement, values: unknown[] = []): Promise<Row[]> {
    const isSetting = /set_config\(/.test(text);
    if (isSetting) await this.#client.query('begin');
    const { rows } = await this.#client.query(text, values);
    if (!isSetting) await this.#client.query('commit').catch(() => {});
    return rows as Row[];
  }

  /** Runs `ask` and returns the tables and indexes that it read most rows of, most first, with those numbers. */
  async planOf(ask: (db: Queryable) => Promise<unknown>): Promise<string> {
    this.#plans = [];
    await ask(this);
    const read = new Map<string, number>();
    for (const { name, rows } of this.#plans.flatMap(scansOf)) read.set(name, (read.get(name) ?? 0) + rows);
    const most = [...read].toSorted(([, one], [, other]) => other - one).slice(0, 4);
    return most.map(([name, rows]) => `${name} ${rows}`).join(', ');
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

/** Returns how many rows each scan of a plan read. Partitions have the name of their table. */
function scansOf(node: PlanNode): { name: string; rows: number }[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  if (!/Scan$/.test(node['Node Type']) || node['Node Type'] === 'Bitmap Heap Scan') return below;
  const scanned = node['Index Name'] ?? node['Relation Name'];
  if (scanned === undefined) return below;
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const name = scanned.replace(/_\d+(?=_|$)/, '');
  const isWhole = node['Node Type'] === 'Seq Scan';
  const rows = Math.round(each * (node['Actual Loops'] ?? 0));
  return rows === 0 ? below : [{ name: isWhole ? `all of ${name}` : name, rows }, ...below];
}
