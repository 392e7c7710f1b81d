import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of a process and of its threads in seconds, and its resident memory. */
export interface ProcessUsage {
  atMs: number;
  cpuSeconds: number;
  /** By thread id. The main thread's id is the process id. */
  threads: Map<number, { name: string; cpuSeconds: number }>;
  residentKb: number;
}

/** The clock of /proc/…/stat: 100 Hz on all machines with Node.js builds. */
const ticksPerSecond = 100;

/** Reads the usage from /proc (Linux). */
export function readUsage(processId: number): ProcessUsage {
  const threads: ProcessUsage['threads'] = new Map();
  for (const id of readdirSync(`/proc/${processId}/task`)) {
    threads.set(Number(id), readStat(`/proc/${processId}/task/${id}/stat`));
  }
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return {
    atMs: performance.now(),
    cpuSeconds: readStat(`/proc/${processId}/stat`).cpuSeconds,
    threads,
    residentKb: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]),
  };
}

function readStat(path: string): { name: string; cpuSeconds: number } {
  const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(path, 'utf8')) ?? [];
  const fields = rest.split(' ');
  return { name, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond };
}

/** Returns shares of one core between two readings: all threads, the main thread, and the busiest other thread. */
export function sharesBetween(from: ProcessUsage, to: ProcessUsage) {
  const seconds = (to.atMs - from.atMs) / 1000;
  const used = (id: number) => {
    const before = from.threads.get(id)?.cpuSeconds ?? 0;
    return ((to.threads.get(id)?.cpuSeconds ?? before) - before) / seconds;
  };
  const [mainId, ...others] = [...to.threads.keys()].toSorted((a, b) => a - b);
  const busiest = others.toSorted((a, b) => used(b) - used(a))[0];
  return {
    all: (to.cpuSeconds - from.cpuSeconds) / seconds,
    main: mainId === undefined ? 0 : used(mainId),
    busiestOther: busiest === undefined ? 0 : used(busiest),
    busiestOtherName: busiest === undefined ? '' : (to.threads.get(busiest)?.name ?? ''),
  };
}
