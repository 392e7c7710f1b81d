import { once } from 'node:events';
import { type Command, textOf } from '../command.ts';

export const command: Command = {
  usage: 'audit export [--since TIME] [--follow]',
  about: `Writes the audit log as NDJSON, newest first. With --follow: oldest first, from --since or from now on, and on with
what is done, until Ctrl-C. Needs a key with audit:export.`,
  example: 'parley audit export --follow >> audit.ndjson',
  positionals: [0, 0],
  options: { since: { type: 'string' }, follow: { type: 'boolean' } },
  async run({ values, connect, signal }) {
    const since = textOf(values.since);
    const range = since === undefined ? {} : { createdAtGt: since };
    const parley = connect();
    const entries =
      values.follow === true
        ? parley.followAuditLog({ ...range, signal })
        : parley.audit.export({ ...range, pageSize: 1_000 }, { signal });
    for await (const entry of entries) {
      if (!process.stdout.write(`${JSON.stringify(entry)}\n`)) await once(process.stdout, 'drain');
    }
    return undefined;
  },
};
