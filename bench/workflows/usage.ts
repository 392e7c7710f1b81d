import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUsage } from '../calls/process-usage.ts';

/** Returns the processor time in milliseconds of the database in a folder, over all its processes. */
export function databaseCpuMs(folder: string): number {
  const main = Number(
    readFileSync(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === main);
  return [String(main), ...living].reduce((sum, id) => sum + cpuMs(id), 0);
}

/** Returns the processor time of one process, without its children. */
export function processCpuMs(processId: number): number {
  return readUsage(processId).cpuSeconds * 1000;
}

function fieldsOf(id: string): string[] {
  try {
    return (/\) (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1] ?? '').split(' ');
  } catch {
    // The process has ended.
    return [];
  }
}

function parentOf(id: string): number {
  return Number(fieldsOf(id)[1]);
}

/** Returns the processor time of a process and of its ended children, at 100 Hz. */
function cpuMs(id: string): number {
  const fields = fieldsOf(id);
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0) * 10, 0);
}
