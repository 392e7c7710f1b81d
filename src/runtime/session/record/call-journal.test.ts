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
