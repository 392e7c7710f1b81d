import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { access, constants, stat, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Schema } from '../../../sdk/src/index.ts';
import { type Command, type CommandContext, textOf, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { onlyNumber, onlySchedule } from '../only-one.ts';

const lookEveryMs = 300;

export const command: Command = {
  usage:
    'campaign import CAMPAIGN --csv FILE [--schedule ID] [--from ID] [--check] [--refused FILE] [--again]',
  about: `Queues a call for each row of a CSV file, and waits until every row was queued or refused. Leave out --schedule
or --from if the organization has only one schedule or number. Refused rows are written to the file of --refused, by
default FILE.refused.csv, and the exit code is then 1. With --check no call is queued: the first refused rows are
printed. Ctrl-C stops waiting, not the import. Run the same command to wait for it again: without --again, the same
rows are imported only once a day.`,
  example: 'parley campaign import campaign_01kb… --csv customers.csv',
  positionals: [1, 1],
  options: {
    csv: { type: 'string' },
    schedule: { type: 'string' },
    from: { type: 'string' },
    refused: { type: 'string' },
    check: { type: 'boolean' },
    again: { type: 'boolean' },
  },
  async run(context) {
    const { positionals, values, output, connect, signal } = context;
    const [campaignId = ''] = positionals;
    const path = textOf(values.csv);
    if (path === undefined) throw new UsageError('Name the file with --csv FILE.');
    const file = await openFile(path);
    const parley = connect();
    const { campaigns } = parley;
    const scheduleId = textOf(values.schedule) ?? (await onlySchedule(parley, signal));
    const phoneNumberId = textOf(values.from) ?? (await onlyNumber(parley, signal));
    const settings = { scheduleId, phoneNumberId };
    if (values.check === true)
      return showCheck(context, await campaigns.checkImport(campaignId, file, settings, { signal }));
    const { imports: before } = await campaigns.listImports(campaignId, {}, { signal }).page();
    const idempotencyKey =
      values.again === true ? randomUUID() : await keyOf(file, [campaignId, scheduleId, phoneNumberId]);
    let progress = await campaigns.importCalls(campaignId, file, settings, { signal, idempotencyKey });
    const { importId, createdAt, rowsRead } = progress;
    if (before.some((earlier) => earlier.importId === importId)) {
      output.note(
        `These rows were imported at ${createdAt} as ${importId}. Use --again to import them again.`,
      );
      progress = await campaigns.getImport(campaignId, importId, { signal });
    } else output.note(`${importId} has ${rowsRead} rows`);
    while (progress.status === 'running') {
      showProgress(context, progress);
      await setTimeout(lookEveryMs, undefined, { signal });
      progress = await campaigns.getImport(campaignId, progress.importId, { signal });
    }
    showProgress(context, progress);
    output.progress('');
    if (output.isJson) output.json(progress, 2);
    else
      output.line(
        `${progress.importId} ${progress.status}: ${progress.rowsAccepted} queued, ${progress.rowsRefused} refused`,
      );
    const { status } = await campaigns.get(campaignId, { signal });
    if (status === 'paused')
      output.note(
        `The campaign is paused, so no customer is called yet. Start it in the console, or with POST /api/campaigns/${campaignId}/resume.`,
      );
    if (progress.rowsRefused > 0) {
      const refusedPath = textOf(values.refused) ?? `${path}.refused.csv`;
      const answer = await campaigns.getRefusedRows(campaignId, progress.importId, { signal });
      await writeFile(refusedPath, answer.body ?? '');
      output.note(`The refused rows and their problems are in ${refusedPath}.`);
    }
    return progress.rowsRefused > 0 || progress.status !== 'completed'
      ? exitCodes.failure
      : exitCodes.success;
  },
};

function showCheck({ output }: CommandContext, check: Schema<'ImportCheck'>): number {
  const { rowsAccepted, rowsRefused, refused } = check;
  if (output.isJson) output.json(check, 2);
  else {
    for (const { line, phoneNumber, error } of refused) output.line(`${line} ${phoneNumber} ${error}`);
    output.line(`${rowsAccepted} would be queued, ${rowsRefused} refused`);
  }
  return rowsRefused > 0 ? exitCodes.failure : exitCodes.success;
}

/** Returns the same key for the same rows, so that a repeat after a lost answer or Ctrl-C calls no customer twice. */
async function keyOf(file: Blob, settings: string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for await (const bytes of file.stream()) hash.update(bytes);
  return `parley-import-${hash.digest('hex')}`;
}

async function openFile(path: string): Promise<Blob> {
  try {
    if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file`);
    await access(path, constants.R_OK);
    return await openAsBlob(path);
  } catch (error) {
    throw new UsageError(`--csv: ${(error as Error).message}`);
  }
}

const barWidth = 30;

function showProgress({ output }: CommandContext, progress: Schema<'Import'>): void {
  const done = progress.rowsAccepted + progress.rowsRefused;
  const filled =
    progress.rowsRead === 0 ? 0 : Math.min(barWidth, Math.floor((barWidth * done) / progress.rowsRead));
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
  output.progress(`${bar} ${done} of ${progress.rowsRead} rows, ${progress.rowsRefused} refused`);
}
