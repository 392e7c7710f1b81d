import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a disk of this size in place of a folder. Requires the permission to mount. */
export function mountDisk(folder: string, sizeKb: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', folder], { stdio: 'ignore' });
}

export function unmountDisk(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

/** Returns whether this user may mount disks and the system supports it. */
export function canMountDisks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mount-'));
  try {
    mountDisk(folder, 32);
    unmountDisk(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
