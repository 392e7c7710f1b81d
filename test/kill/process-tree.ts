import { readdirSync, readFileSync } from 'node:fs';

/** The ids of a process and of all that it started, parents first. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // `pid (name) state ppid …`; the name may hold anything but ends with the last parenthesis.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It is gone by now.
    }
  }
  const tree = [pid];
  for (const parent of tree) {
    for (const [child, of] of parents) if (of === parent && !tree.includes(child)) tree.push(child);
  }
  return tree;
}

/** Kills a process that may be gone already. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** What a process is called; empty when it is gone. */
export function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
