import { readFile, rm, writeFile } from 'node:fs/promises';
import { createdAtBelow, layAuditEntries } from './audit-entries.ts';
import { install } from './installation.ts';
import { findLoadGenerator, requestText } from './load.ts';
import type { Report } from './report.ts';
import { alternate, median } from './rounds.ts';
import { startServer } from './server-process.ts';

const pageEntries = 10_000;
/** Clients that read pages while the service's memory is measured. */
const readersCount = 8;

export interface AuditOptions {
  folder: string;
  rounds: number;
  seconds: number;
  /** Entries of the audit log. */
  entries: number;
}

/** Compares a page of 10,000 entries with COPY of the same rows, at the newest page and far below it. */
export async function measureAuditPages(report: Report, options: AuditOptions): Promise<void> {
  const { folder, rounds, seconds, entries } = options;
  report.begin(
    'audit',
    `Pages of ${pageEntries} audit entries out of ${entries} against COPY of the same rows`,
  );
  const installation = await install(folder);
  const { db, order, owner } = installation;
  await layAuditEntries(db, owner.organizationId, entries);
  const deep = encodeURIComponent(await createdAtBelow(db, owner.organizationId, entries * 0.9));
  const service = await startServer('service-server', order, `${folder}/service.log`);
  const floor = await startServer('floor-server', order, `${folder}/floor.log`);
  try {
    const generator = findLoadGenerator(folder);
    const msPerPage = async (name: string, port: number, path: string) => {
      const load = await generator.prepare(name, [requestText('GET', path, owner.key)]);
      return async () => 1000 / (await load.run({ port, connections: 1, seconds })).perSecond;
    };
    const page = `/api/export/audit-logs?pageSize=${pageEntries}`;
    const variants = {
      newest: await msPerPage('newest', service.port, page),
      copyOfNewest: await msPerPage('copy-of-newest', floor.port, '/copy'),
      deep: await msPerPage('deep', service.port, `${page}&createdAtLt=${deep}`),
      copyOfDeep: await msPerPage('copy-of-deep', floor.port, `/copy?before=${deep}`),
    };
    await alternate(1, variants);
    const measured = await alternate(rounds, variants);
    const ms = (name: keyof typeof variants) => `${median(measured.of(name)).toFixed(1)} ms`;
    const add = (what: string, name: keyof typeof variants, to: keyof typeof variants, most?: number) =>
      report.add({
        part: 'audit',
        what,
        value: measured.ratio(name, to),
        unit: 'x',
        from: `${ms(name)} : ${ms(to)}`,
        ...(most === undefined ? {} : { aim: { bound: 'at most', value: most } }),
      });
    add('newest audit page against COPY', 'newest', 'copyOfNewest', 1.5);
    add(`audit page below ${entries * 0.9} others against COPY`, 'deep', 'copyOfDeep', 1.5);
    add('deep audit page against the newest one', 'deep', 'newest', 1.2);
    add('deep COPY against the newest one', 'copyOfDeep', 'copyOfNewest');
    const load = await generator.prepare('memory', [requestText('GET', page, owner.key)]);
    await reportMemory(report, service.processId, async () => {
      const result = await load.run({ port: service.port, connections: readersCount, seconds: seconds * 2 });
      return `${readersCount} readers at a time, ${Math.round(result.perSecond)} pages a second`;
    });
  } finally {
    await service.close();
    await floor.close();
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reports the peak memory of the process during `work`. Linux resets the peak on request. */
async function reportMemory(report: Report, processId: number, work: () => Promise<string>): Promise<void> {
  await writeFile(`/proc/${processId}/clear_refs`, '5');
  const before = await residentMb(processId, 'VmRSS');
  const words = await work();
  const value = await residentMb(processId, 'VmHWM');
  const from = `${words}; ${Math.round(before)} MB before`;
  report.add({
    part: 'audit',
    what: 'peak memory of the service while pages are read',
    value,
    unit: 'MB',
    from,
  });
}

/** Returns the resident memory of a process: the current (`VmRSS`) or the peak (`VmHWM`). */
export async function residentMb(processId: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024;
}
