import { once } from 'node:events';
import type { Schema } from '../../../sdk/src/index.ts';
import { type Command, type CommandContext, textOf, UsageError } from '../command.ts';
import { openEntryFile } from '../entry-file.ts';

/** A time before every entry. */
const beginning = '1970-01-01T00:00:00Z';

export const command: Command = {
  usage: 'audit export [--since TIME] [--follow [--out FILE]]',
  about: `Writes the audit log as NDJSON, newest first. With --follow, writes entries oldest first, from --since or from now
on, until Ctrl-C, and waits while the service is unavailable. With --out, appends to FILE after its last entry; a new
file begins at --since, or with the first entry. Requires a key with the scope audit:export.`,
  example: 'parley audit export --follow --out audit.ndjson',
  positionals: [0, 0],
  options: { since: { type: 'string' }, follow: { type: 'boolean' }, out: { type: 'string' } },
  async run(context) {
    const { values, connect, signal } = context;
    const since = textOf(values.since);
    const range = since === undefined ? {} : { createdAtGt: since };
    if (values.out !== undefined) await followInto(textOf(values.out)!, context);
    else if (values.follow === true) await print(connect().followAuditLog({ ...range, signal }), signal);
    else await print(connect().audit.export({ ...range, pageSize: 1_000 }, { signal }), signal);
    return undefined;
  },
};

async function followInto(path: string, { values, connect, signal }: CommandContext): Promise<void> {
  if (values.follow !== true)
    throw new UsageError('Use --out with --follow. Without --follow, entries are printed newest first.');
  const parley = connect();
  await using file = await openEntryFile(path);
  const createdAtGt = file.lastCreatedAt ?? textOf(values.since) ?? beginning;
  for await (const entry of parley.followAuditLog({ createdAtGt, signal })) await file.append(entry);
}

async function print(entries: AsyncIterable<Schema<'AuditLog'>>, signal: AbortSignal): Promise<void> {
  for await (const entry of entries) {
    if (!process.stdout.write(`${JSON.stringify(entry)}\n`)) await once(process.stdout, 'drain', { signal });
  }
}
