import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const bytesMin = 4 * 2 ** 30;

/**
 * Returns the folder for temporary files of tests: in memory if it is large enough, because hundreds of databases with
 * as many files take ten times as long on a disk. A folder without permission to execute files is not used, because
 * some tests run programs there.
 */
export function quickFolder(): string {
  return isQuick() ? inMemory : tmpdir();
}

/** Returns every folder that `quickFolder` may have returned in another run. */
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
