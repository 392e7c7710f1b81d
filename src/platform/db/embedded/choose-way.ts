import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../kernel/index.ts';
import { EmbeddedPostgresError, unlessMissing } from './errors.ts';
import { type Outcome, runGuarded } from './guarded-spawn.ts';
import { candidateWays, describeWay, type RunWay } from './run-way.ts';
import { findRuntime, linkLibraries, type Runtime, runtimeCopies } from './runtime.ts';

/** A proven way to run PostgreSQL's programs. */
export interface Foothold {
  way: RunWay;
  runtime: Runtime;
  majorVersion: number;
}

const probeTimeoutMs = 20_000;

/** Finds a way to run PostgreSQL here by trying. The cluster in `clusterDir` need not exist yet. */
export async function chooseWay(dataDir: string, clusterDir: string, log: Log): Promise<Foothold> {
  const runtime = await findRuntime();
  const linked = await linkLibraries(runtime);
  const owner = await unlessMissing(stat(clusterDir));
  const uid = process.geteuid?.() ?? 0;
  if (owner && uid !== 0 && owner.uid !== uid)
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} belongs to user id ${owner.uid}, and this is user id ${uid}. Run as that user, or change the owner of the directory.`,
    );
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const complaints: string[] = [];
  for (const way of candidateWays({ uid, owner, passwd })) {
    const plain = await runGuarded(way, ['/bin/sh', '-c', 'exit 0'], dataDir, probeTimeoutMs);
    const found = plain.status === 0 ? await tryRuntimes(way, runtime, linked, dataDir) : plain;
    if ('way' in found) {
      log.info({ way: describeWay(way), programs: found.runtime.directory }, 'PostgreSQL can be run');
      return found;
    }
    complaints.push(`${describeWay(way)}: ${found.output.trim()}`);
    log.debug({ way: describeWay(way), output: found.output }, 'PostgreSQL cannot be run in this way');
  }
  throw new EmbeddedPostgresError(
    'The embedded PostgreSQL cannot be run here. Run Parley as an ordinary user, or set DATABASE_URL to a ' +
      `PostgreSQL of your own. What was tried:\n${complaints.join('\n')}`,
  );
}

/** Runs `postgres --version` from the package, or from a copy when the package cannot be linked or reached. */
async function tryRuntimes(
  way: RunWay,
  runtime: Runtime,
  linked: boolean,
  dataDir: string,
): Promise<Foothold | Outcome> {
  let last = linked ? await probe(way, runtime, dataDir) : undefined;
  if (last && 'way' in last) return last;
  // Another user can rarely read files beside the data. systemd sets CACHE_DIRECTORY.
  const shared = [process.env.CACHE_DIRECTORY ?? '/var/cache', tmpdir()];
  const places = way.privilege.kind === 'same' ? [dataDir, ...shared] : shared;
  for await (const copy of runtimeCopies(runtime, places)) {
    last = await probe(way, copy, dataDir);
    if ('way' in last) return last;
  }
  return last ?? { status: null, stdout: '', output: 'there is no room to copy its programs to' };
}

async function probe(way: RunWay, runtime: Runtime, dataDir: string): Promise<Foothold | Outcome> {
  const program = [join(runtime.directory, 'bin', 'postgres'), '--version'];
  const outcome = await runGuarded(way, program, dataDir, probeTimeoutMs);
  const version = /^postgres \(PostgreSQL\) (\d+)\./.exec(outcome.stdout)?.[1];
  return outcome.status === 0 && version ? { way, runtime, majorVersion: Number(version) } : outcome;
}
