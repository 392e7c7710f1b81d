import { spawnSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Host, type HostOptions, processEnds, runSql, temporaryFolder } from './testing/host.ts';
import { canRunHere, copyOfTree } from './testing/tree.ts';

const isRoot = process.geteuid?.() === 0;
const unprivileged = 65534;
/** A user without an entry in /etc/passwd, as containers have. */
const stranger = 54_321;
const hasNamespaces =
  spawnSync('unshare', ['--user', '--map-user=1', '--map-group=1', '--', 'true']).status === 0;
const hasSetpriv = spawnSync('setpriv', ['--pdeathsig', 'INT', '--', 'true']).status === 0;

/** Creates a folder with only these programs, to be the whole PATH. */
async function pathWith(...programs: string[]): Promise<string> {
  const folder = join(await temporaryFolder(), 'bin');
  await mkdir(folder);
  for (const program of programs) {
    const found = spawnSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
    await symlink(found, join(folder, program));
  }
  await openTo(folder);
  return folder;
}

/** Starts, writes, kills the parent, waits for the server's end, and starts again the same way. */
async function expectWholeLife(dataDir: string, options: HostOptions, way: string): Promise<void> {
  const first = new Host(dataDir, options);
  const { url, processId } = await first.ready();
  expect(first.way()).toBe(way);
  await runSql(url, `create table kept as select 'kept' as word`);
  first.child.kill('SIGKILL');
  await processEnds(processId);

  const second = new Host(dataDir, options);
  const { url: again } = await second.ready();
  expect(second.way()).toBe(way);
  expect(await runSql(again, 'select word from kept')).toEqual([{ word: 'kept' }]);
  expect(await second.stop()).toEqual({ code: 0, signal: null });
}

async function ownerOfCluster(dataDir: string): Promise<number> {
  return (await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid;
}

/** Lets every user enter the folder and its parent. */
async function openTo(folder: string): Promise<void> {
  for (const path of [folder, join(folder, '..')]) await chmod(path, 0o755);
}

/** Makes the locks of the data directory writable for another user. */
async function openToAll(dataDir: string): Promise<void> {
  await chmod(dataDir, 0o777);
  await chmod(join(dataDir, 'postgres.lock'), 0o666);
}

describe.skipIf(!isRoot)(isRoot ? 'as root' : 'as root (skipped: the tests run as an ordinary user)', () => {
  test.skipIf(!hasNamespaces || !hasSetpriv)('in a user namespace, where the files stay root’s', async () => {
    const dataDir = await temporaryFolder();
    await expectWholeLife(dataDir, {}, 'in a user namespace, with a parent-death signal');
    expect(await ownerOfCluster(dataDir)).toBe(0);
  });

  test.skipIf(!hasSetpriv)(
    'as nobody where there are no user namespaces, below a folder of root’s',
    async () => {
      const dataDir = join(await temporaryFolder(), 'data');
      const options = { path: await pathWith('setpriv') };
      await expectWholeLife(dataDir, options, 'as user id 65534, with a parent-death signal');
      expect(await ownerOfCluster(dataDir)).toBe(unprivileged);
      expect((await stat(dataDir)).uid).toBe(0);
    },
  );

  test('as an unprivileged user, watched by a shell, where util-linux is missing', async () => {
    const options = { path: await pathWith() };
    await expectWholeLife(await temporaryFolder(), options, 'as user id 65534, watched by a shell');
  });

  test.skipIf(!hasSetpriv)('with programs that nobody can reach, which are copied once', async () => {
    const tree = await copyOfTree(0o700);
    const cache = join(await temporaryFolder(), 'cache');
    await mkdir(cache);
    await openTo(cache);
    const options = { path: await pathWith('setpriv'), tree, environment: { CACHE_DIRECTORY: cache } };
    await expectWholeLife(await temporaryFolder(), options, 'as user id 65534, with a parent-death signal');
    expect(await readdir(cache)).toHaveLength(1);
  });

  test.skipIf(!hasNamespaces || !hasSetpriv)('with a cluster that was nobody’s, which stays so', async () => {
    const dataDir = await temporaryFolder();
    const first = new Host(dataDir, { path: await pathWith('setpriv') });
    await runSql((await first.ready()).url, `create table kept as select 'kept' as word`);
    await first.stop();
    const second = new Host(dataDir);
    expect(await runSql((await second.ready()).url, 'select word from kept')).toEqual([{ word: 'kept' }]);
    expect(second.way()).toBe('as user id 65534, with a parent-death signal');
  });

  test.skipIf(!hasNamespaces)('with a cluster that was root’s, where user namespaces are gone', async () => {
    const dataDir = await temporaryFolder();
    const first = new Host(dataDir);
    await runSql((await first.ready()).url, `create table kept as select 'kept' as word`);
    await first.stop();
    expect(await ownerOfCluster(dataDir)).toBe(0);
    const second = new Host(dataDir, { path: await pathWith() });
    expect(await runSql((await second.ready()).url, 'select word from kept')).toEqual([{ word: 'kept' }]);
    expect(await ownerOfCluster(dataDir)).toBe(unprivileged);
  });
});

const readable = isRoot && canRunHere(unprivileged);
const asUser = isRoot ? { uid: unprivileged } : {};
const home = () => temporaryFolder(isRoot ? unprivileged : undefined);

describe.skipIf(isRoot && !readable)(
  isRoot && !readable
    ? 'as an ordinary user (skipped: others cannot read these sources)'
    : 'as an ordinary user',
  () => {
    test.skipIf(!hasSetpriv)('as itself', async () => {
      const dataDir = join(await home(), 'data');
      await expectWholeLife(dataDir, asUser, 'as this user, with a parent-death signal');
    });

    test('watched by a shell where util-linux is missing', async () => {
      const path = await pathWith();
      if (isRoot) await openTo(path);
      await expectWholeLife(await home(), { ...asUser, path }, 'as this user, watched by a shell');
    });

    test.skipIf(!isRoot)(
      'with a package that it may not write to, which is copied beside the data',
      async () => {
        const dataDir = await home();
        const tree = await copyOfTree(0o755);
        await expectWholeLife(dataDir, { ...asUser, tree }, 'as this user, with a parent-death signal');
        const copies = (await readdir(dataDir)).filter((name) => name.startsWith('parley-postgres-'));
        expect(copies).toHaveLength(1);
        expect((await lstat(join(dataDir, copies[0]!, 'native', 'lib', 'libpq.so.5'))).isSymbolicLink()).toBe(
          true,
        );
      },
    );

    test.skipIf(!isRoot || !hasNamespaces)('without an entry in /etc/passwd', async () => {
      const dataDir = await temporaryFolder(stranger);
      await expectWholeLife(dataDir, { uid: stranger }, 'in a user namespace, with a parent-death signal');
      expect(await ownerOfCluster(dataDir)).toBe(stranger);
    });

    test.skipIf(!isRoot)(
      'with the cluster of somebody else, which is refused with both users named',
      async () => {
        const dataDir = await home();
        const first = new Host(dataDir, asUser);
        await first.ready();
        await first.stop();
        await openToAll(dataDir);
        const second = new Host(dataDir, { uid: stranger });
        await expect(second.ready()).rejects.toThrow(/belongs to user id 65534, and this is user id 54321/);
      },
    );
  },
);
