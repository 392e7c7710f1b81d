import { processTree } from '../../test/kill/process-tree.ts';
import { type Program, startProgram } from '../../test/world/program.ts';
import { run } from '../installation.ts';
import { databaseCpuMs, processCpuMs } from '../workflows/usage.ts';
import type { Server } from './server.ts';

/** Pairs of an API and a calls process on one database. */
export interface Cluster extends AsyncDisposable {
  apis: Program[];
  calls: Program[];
  /** Returns the rows of a statement on the cluster's database. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Processor time so far in milliseconds: of PostgreSQL, of all API processes, and of all calls processes. */
  cpuMs(): CpuMs;
  /** Returns the connections of an average process of each kind. */
  connections(): Promise<{ api: number; calls: number }>;
  /** Returns the transactions of the database so far. */
  transactions(): Promise<number>;
}

export interface CpuMs {
  postgres: number;
  api: number;
  calls: number;
}

/** The beats of a calls process have a name of their own. */
const connectionsByKind = `
  select count(*) filter (where not is_calls)::int as api, count(*) filter (where is_calls)::int as calls
  from (select a.application_name like 'parley calls%' or a.application_name = 'parley jobs'
      or coalesce('calls' = any(n.roles), false) as is_calls
    from pg_stat_activity a left join nodes n on a.application_name = 'parley node ' || n.node_id
    where a.datname = current_database() and a.application_name like 'parley%') k`;

/** The RTP ports of each calls process. */
const rtpPortsOfOne = 1000;

/** Starts `count` pairs on a new database of the server. The first API process creates the organization. */
export async function startCluster(server: Server, count: number): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const { url: databaseUrl, db } = started.use(await server.newDatabase());
  const start = async (roles: string, env: Record<string, string> = {}) => {
    const program = await startProgram({ databaseUrl, env: { PARLEY_ROLES: roles, ...env } });
    started.use(program);
    started.defer(async () => void (await program.stop()));
    return program;
  };
  const apis: Program[] = [];
  const calls: Program[] = [];
  for (let i = 0; i < count; i++) {
    apis.push(await start('api,workflows'));
    const first = 20_000 + i * rtpPortsOfOne;
    calls.push(await start('calls,dialer', { PARLEY_RTP_PORTS: `${first}-${first + rtpPortsOfOne - 1}` }));
  }
  const cpuOf = (programs: Program[]) =>
    programs
      .flatMap((program) => processTree(program.process.pid!))
      .reduce((sum, id) => sum + processCpuMs(id), 0);
  const rows = <Row>(text: string, values?: unknown[]) => run<Row>(db, text, values);
  const running = started.move();
  return {
    apis,
    calls,
    rows,
    async connections() {
      const [row] = await rows<{ api: number; calls: number }>(connectionsByKind);
      return { api: row!.api / count, calls: row!.calls / count };
    },
    async transactions() {
      const [row] = await rows<{ count: number }>(
        'select xact_commit::int as count from pg_stat_database where datname = current_database()',
      );
      return row!.count;
    },
    cpuMs: () => ({
      postgres: databaseCpuMs(server.folder),
      api: cpuOf(apis),
      calls: cpuOf(calls),
    }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
