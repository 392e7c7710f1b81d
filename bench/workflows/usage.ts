import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUsage } from '../calls/process-usage.ts';

/** Milliseconds of processor time that the database in a folder has used, with all processes that it ever had. */
export function databaseCpuMs(folder: string): number {
  const main = Number(
    readFileSync(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === main);
  return [String(main), ...living].reduce((sum, id) => sum + cpuMs(id), 0);
}

/** Of one process, without its children. */
export function processCpuMs(processId: number): number {
  return readUsage(processId).cpuSeconds * 1000;
}

function fieldsOf(id: string): string[] {
  try {
    return (/\) (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1] ?? '').split(' ');
  } catch {
    // It ended meanwhile.
    return [];
  }
}

function parentOf(id: string): number {
  return Number(fieldsOf(id)[1]);
}

/** Its own time and that of children that have ended, at 100 Hz. */
function cpuMs(id: string): number {
  const fields = fieldsOf(id);
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0) * 10, 0);
}
