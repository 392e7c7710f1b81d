import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/world/temporary-folder.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { CallJournal } from './call-journal.ts';

it('keeps the dialed calls of a killed process when the one that took them over is killed too', async () => {
  await using folder = await temporaryFolder();
  const invite = { callId: 'i', branch: 'b', fromTag: 't', cseq: 1 };
  const dialed = { organizationId: 'org_1', callId: 'call_1', nodeId: 'node_a', claimedAtMs: 0, invite };
  const first = new CallJournal();
  await first.open(folder.path, 'node_a', silentLog);
  first.reachTimeline(1);
  first.dialing(dialed, 'trunk_1');
  // A killed process does not close its journal.
  await new CallJournal().open(folder.path, 'node_b', silentLog);
  const third = new CallJournal();
  await third.open(folder.path, 'node_c', silentLog);
  const held = { organizationId: 'org_1', callId: 'call_1', nodeId: 'node_a' };
  expect(third.before(2)).toMatchObject([{ held, timeline: 1 }]);
});

it('keeps the file of a killed process while its calls cannot be written to a full disk', async () => {
  await using folder = await temporaryFolder();
  const invite = { callId: 'i', branch: 'b', fromTag: 't', cseq: 1 };
  const first = new CallJournal();
  await first.open(folder.path, 'node_a', silentLog);
  first.reachTimeline(1);
  const call = { organizationId: 'org_1', callId: 'call_1', nodeId: 'node_a' };
  first.dialing({ ...call, claimedAtMs: 0, invite }, 'trunk_1');
  const full = join(folder.path, `calls-${process.pid}-node_b.journal`);
  await symlink('/dev/full', full);
  const second = new CallJournal();
  await second.open(folder.path, 'node_b', silentLog);
  expect(second.before(2)).toMatchObject([{ held: call }]);
  await rm(full);
  const third = new CallJournal();
  await third.open(folder.path, 'node_c', silentLog);
  expect(third.before(2)).toMatchObject([{ held: call, timeline: 1 }]);
});

it('reports a call without a record for a minute, and the next processes not at all', async () => {
  await using folder = await temporaryFolder();
  let nowMs = 0;
  const invite = { callId: 'i', branch: 'b', fromTag: 't', cseq: 1 };
  const dialed = { organizationId: 'org_1', callId: 'call_1', nodeId: 'node_a', claimedAtMs: 0, invite };
  const journal = new CallJournal(() => nowMs);
  await journal.open(folder.path, 'node_a', silentLog);
  journal.reachTimeline(1);
  journal.dialing(dialed, 'trunk_1');
  journal.over('call_1', null);
  const [call] = journal.before(2);
  expect(journal.missing(call!)).toBe(true);
  nowMs = 59_000;
  expect(journal.missing(call!)).toBe(true);
  nowMs = 61_000;
  expect(journal.missing(call!)).toBe(false);
  expect(journal.before(3)).toEqual([]);
  const next = new CallJournal();
  await next.open(folder.path, 'node_b', silentLog);
  expect(next.before(3)).toEqual([]);
});
