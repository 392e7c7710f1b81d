import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Puts a disk of so many KB in place of a folder: for who may. */
export function mountDisk(folder: string, sizeKb: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', folder], { stdio: 'ignore' });
}

export function unmountDisk(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

/** Whether this user may, and the system can. */
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
