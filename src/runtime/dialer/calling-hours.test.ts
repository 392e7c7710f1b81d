import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { loadDialableCalls } from './dialable-call.ts';
import { judge } from './gate.ts';
import { holdCall } from './gatekeeper.ts';
import { claimDueCalls, gateSettingsOf } from './store.ts';

const switchOn = statement(
  'test.calling_hours.switch_on',
  `update organizations set rule_packs = '{us-federal,us-states}' where organization_id = $1`,
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

/** The second Sunday of the next January, as `YYYY-MM-DD`. It must lie ahead: a hold never ends in the past. */
function sundayAhead(): string {
  const january = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 8));
  january.setUTCDate(8 + ((7 - january.getUTCDay()) % 7));
  return january.toISOString().slice(0, 10);
}
const sunday = sundayAhead();

/** Returns the hold of a call to Texas that is claimed on that Sunday at 9:00 there. */
async function claimOnSunday(organizationId: string) {
  const callId = await world.call(organizationId, { customerNumber: '+12145550123' });
  const { callIds } = await claimDueCalls(world.db, organizationId, 'node_a', 10);
  const claim = { organizationId, callIds, nodeId: 'node_a', claimedAtMs: 0 };
  const [call] = await loadDialableCalls(world.db, claim);
  const settings = await gateSettingsOf(world.db, organizationId);
  return { callId, call: call!, verdict: judge(call!, settings, Date.parse(`${sunday}T15:00:00Z`)) };
}

it('rule packs of an organization hold only its own calls', async () => {
  const [own, other] = [await world.organization(), await world.organization()];
  await world.db.query(switchOn, [own]);
  const { callId, call, verdict } = await claimOnSunday(own);
  if (verdict.kind !== 'hold') throw new Error(`it was to be held: ${verdict.kind}`);
  await holdCall(world.db, call, verdict);
  expect(await world.events(callId)).toEqual(['held calling-hours']);
  expect(await world.lastMessage(callId)).toContain('Tex. Bus. & Com. Code § 301.051');
  const held = await world.read(callId);
  expect(held).toMatchObject({ status: 'queued', due_at: `${sunday}T18:00:00.000Z` });
  expect((await claimOnSunday(other)).verdict).toEqual({ kind: 'dial' });
});
