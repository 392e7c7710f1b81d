import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readMigrations } from '../../src/platform/db/index.ts';
import { quickFolder } from '../world/quick-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', ['-C', root, ...args])).stdout.trim();

/** Returns the last migration of the oldest program that works with the present schema. */
async function oldestSchema(): Promise<number> {
  return Math.max(...(await readMigrations()).map(({ worksFrom }) => worksFrom));
}

async function schemaAt(commit: string): Promise<number> {
  const names = await git('ls-tree', '--name-only', commit, 'migrations/');
  return Math.max(0, ...[...names.matchAll(/(\d{6})_\w+\.sql/g)].map(([, number]) => Number(number)));
}

/** Returns the newest commit whose last migration has this number, or null when the history does not reach so far. */
async function lastCommitWith(schemaVersion: number): Promise<string | null> {
  for (const changed of (await git('log', '--format=%H', '--', 'migrations')).split('\n')) {
    const before = await git('rev-parse', '--verify', '--quiet', `${changed}^`).catch(() => null);
    if (before === null) return null;
    if ((await schemaAt(before)) === schemaVersion) return before;
  }
  return null;
}

/**
 * Finds the release before in the history: the last commit whose program the migrations name in
 * `-- Works with programs from NNNNNN on.`. Returns why there is none otherwise.
 */
export async function findReleaseBefore(): Promise<{ commit: string; schemaVersion: number } | string> {
  const schemaVersion = await oldestSchema();
  if ((await readMigrations()).at(-1)!.version === schemaVersion)
    return 'the last migration works with no older program';
  const isRepository = await git('rev-parse', '--is-inside-work-tree').catch(() => 'false');
  if (isRepository !== 'true') return 'this folder is no git repository';
  const commit = await lastCommitWith(schemaVersion);
  return commit === null
    ? `the git history does not reach back to migration ${schemaVersion}`
    : { commit, schemaVersion };
}

/** Returns the commit if its program works on the present schema, and otherwise why it does not. */
export async function findCommit(name: string): Promise<{ commit: string } | string> {
  const commit = await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).catch(() => null);
  if (commit === null) return `there is no commit ${name}`;
  const [itsSchema, needed] = await Promise.all([schemaAt(commit), oldestSchema()]);
  return itsSchema < needed
    ? `${name} has migration ${itsSchema}, and the present ones need ${needed}`
    : { commit };
}

/** Unpacks a commit with the packages that it names. */
export async function unpack(commit: string): Promise<{ root: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(quickFolder(), 'parley-before-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'archive.tar');
    await git('archive', `--output=${archive}`, commit);
    await run('tar', ['-xf', archive, '-C', folder]);
    await rm(archive);
    await addPackages(folder);
    return { root: folder, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface LockedPackage {
  resolved?: string;
  integrity?: string;
  /** True for a package of this repository. */
  link?: boolean;
}

/** Links the packages of this program if they include those of the other, and installs the others otherwise. */
async function addPackages(folder: string): Promise<void> {
  const [own, theirs] = await Promise.all([root, folder].map(lockedPackages));
  const areIncluded = Object.entries(theirs!).every(
    ([path, { integrity }]) => integrity === undefined || own![path]?.integrity === integrity,
  );
  if (areIncluded) await linkPackages(folder, theirs!);
  else await run('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: folder });
}

async function lockedPackages(folder: string): Promise<Record<string, LockedPackage>> {
  return JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages;
}

/** Links each package, so that the other program writes what it compiles into its own folder. */
async function linkPackages(folder: string, packages: Record<string, LockedPackage>): Promise<void> {
  const names = new Set(
    Object.keys(packages).flatMap((path) => /^node_modules\/((@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? []),
  );
  for (const name of names) {
    const path = join('node_modules', name);
    const { link, resolved } = packages[path]!;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(link ? join(folder, resolved!) : join(root, path), join(folder, path));
  }
}
