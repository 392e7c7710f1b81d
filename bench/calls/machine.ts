import { readFileSync } from 'node:fs';
import { processTree } from '../../test/kill/process-tree.ts';

/** Processor time in seconds: of the whole machine, of the program with its database, and of this process. */
export interface MachineUsage {
  atMs: number;
  busy: number;
  program: number;
  bank: number;
}

const ticksPerSecond = 100;

/** Reads the usage from /proc (Linux). `programId` is the first process of the program. */
export function readMachine(programId: number): MachineUsage {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const own = process.cpuUsage();
  return {
    atMs: performance.now(),
    busy: (user + nice + system + irq + softIrq) / ticksPerSecond,
    program: processTree(programId).reduce((sum, id) => sum + cpuSecondsOf(id), 0),
    bank: (own.user + own.system) / 1e6,
  };
}

function cpuSecondsOf(id: number): number {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    // The process has ended.
    return 0;
  }
}

/** Returns shares of one core between two readings. `others` excludes the program and the bank. */
export function coresBetween(from: MachineUsage, to: MachineUsage) {
  const seconds = (to.atMs - from.atMs) / 1000;
  const [busy, program, bank] = (['busy', 'program', 'bank'] as const).map(
    (name) => (to[name] - from[name]) / seconds,
  ) as [number, number, number];
  return { program, bank, others: Math.max(busy - program - bank, 0) };
}
