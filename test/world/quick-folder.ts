import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const bytesMin = 4 * 2 ** 30;

/**
 * Where temporary files of tests go. In memory, where there is enough of it: hundreds of databases are made of as many
 * files each, which takes ten times as long on a disk. What nothing can be executed from would not do for all tests.
 */
export function quickFolder(): string {
  return isQuick() ? inMemory : tmpdir();
}

/** Every folder that `quickFolder` may have named in another run. */
export const temporaryFolders = (): string[] => [...new Set([inMemory, tmpdir()])];

function isQuick(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === inMemory);
    const [, , type, options = ''] = mount?.split(' ') ?? [];
    if (type !== 'tmpfs' || /\b(noexec|ro)\b/.test(options)) return false;
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, process.availableMemory()) >= bytesMin;
  } catch {
    return false;
  }
}
