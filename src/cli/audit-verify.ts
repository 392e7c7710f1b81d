import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ChainReport, openSignedHeads, verifyChains } from '../platform/audit/index.ts';
import { runCommand } from './run-command.ts';

const usage = `parley audit verify [--head FILE] [--json], or npm run audit:verify -- [--head FILE] [--json]

Recomputes the audit chain of every organization and names the first entry that was altered or removed.
--head FILE also checks that each chain contains the head that audit:head exported to FILE.
--json prints one object for each chain, one a line.
The exit code is 0 when every chain is intact, and 1 when one is not or could not be read.

  parley audit verify --head head.json`;

await runCommand(usage, async ({ openDatabase, print }) => {
  const { values } = parseArgs({ options: { head: { type: 'string' }, json: { type: 'boolean' } } });
  const exported = values.head === undefined ? null : await readFile(values.head, 'utf8');
  await using database = await openDatabase();
  const heads = exported === null ? [] : openSignedHeads(database.secret, exported);
  let intact = true;
  const { db, secret, isOwnSecret } = database;
  if (!isOwnSecret)
    process.stderr.write(
      'The secret key does not belong to this database, so signatures of checkpoints are not checked.\n',
    );
  for await (const report of verifyChains(db, isOwnSecret ? secret : null, heads)) {
    print(values.json === true ? jsonOf(report) : lineOf(report));
    if (report.fault) intact = false;
  }
  return intact;
});

function jsonOf({ organizationId, start, head, fault }: ChainReport): string {
  const hex = ({ hash, ...rest }: typeof head) => ({ ...rest, hash: hash.toString('hex') });
  return JSON.stringify({
    organizationId,
    isRight: fault === null,
    start: hex(start),
    head: hex(head),
    fault,
  });
}

function lineOf({ organizationId, start, head, fault }: ChainReport): string {
  if (fault) {
    const at = fault.createdAt === null ? '' : ` (${fault.createdAt})`;
    return `${organizationId}: WRONG at entry ${fault.position}${at}: ${fault.problem}`;
  }
  const { position, createdAt, hash } = head;
  const from =
    start.position === 0
      ? ''
      : `, from entry ${start.position + 1} on (those to ${start.createdAt} were removed by retention)`;
  return `${organizationId}: right, ${position} entries to ${createdAt}, head ${hash.toString('hex')}${from}`;
}
