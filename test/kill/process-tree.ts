import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of a process and of all its descendants, parents first. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // `pid (name) state ppid …`. The name may contain anything; it ends at the last parenthesis.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended.
    }
  }
  const tree = [pid];
  for (const parent of tree) {
    for (const [child, of] of parents) if (of === parent && !tree.includes(child)) tree.push(child);
  }
  return tree;
}

/** Kills a process, which may have ended already. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

/** Returns the name of a process; empty when it has ended. */
export function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
