import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileCalls } from '../../../test/world/file-calls.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { holdOfCampaign } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { holdCall } from './gatekeeper.ts';
import { claimDueCalls } from './store.ts';

interface Hold {
  campaign_id: string;
  reason: string;
  cap: number | null;
  until: string | null;
}

const read = statement(
  'test.cap_holds.read',
  'select campaign_id, reason, cap, until from holds where organization_id = $1 order by hold_id',
);
const sendInvites = statement(
  'test.cap_holds.invite',
  `update calls set sip_dialog = '{}' where organization_id = $1 and status = 'dialing'`,
);
const endAll = statement(
  'test.cap_holds.end',
  `update calls set status = 'ended', ended_at = clock_timestamp(), node_id = null
   where organization_id = $1 and status = 'dialing'`,
);
const age = statement(
  'test.cap_holds.age',
  `update holds set since = since - interval '1 minute', until = until - interval '1 minute'
   where organization_id = $1`,
);
const fill = statement(
  'test.cap_holds.fill',
  `insert into holds (organization_id, campaign_id, reason, cap, since, until)
   select $1, '', 'organization-limit', 1, now() - make_interval(hours => n), now() - make_interval(hours => n)
   from generate_series(1500, 1, -1) as n`,
);
const setMax = statement(
  'test.cap_holds.max',
  'update organizations set max_concurrent_calls = $2 where organization_id = $1',
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

const holds = (organizationId: string) => world.db.query<Hold>(read, [organizationId]);
const claim = (organizationId: string) =>
  claimDueCalls(world.db, organizationId, 'node_a', 10).then(({ callIds }) => callIds);
/** Claims calls and dials them. The next pass finds the caps reached. */
const dial = async (organizationId: string) => {
  const callIds = await claim(organizationId);
  await world.db.query(sendInvites, [organizationId]);
  await claim(organizationId);
  return callIds;
};
const end = async (organizationId: string) => {
  await world.db.query(endAll, [organizationId]);
  await fileCalls(world.db);
};
const queue = async (organizationId: string, count: number, values: { campaignId?: string } = {}) => {
  for (let i = 0; i < count; i++) await world.call(organizationId, values);
};

describe('the hold by a cap', () => {
  it('begins when a due call meets the cap, and ends when no call needs a slot', async () => {
    const organizationId = await world.organization({ max: 1 });
    await queue(organizationId, 3);
    await dial(organizationId);
    const begun = { campaign_id: '', reason: 'organization-limit', cap: 1, until: null };
    expect(await holds(organizationId)).toEqual([begun]);
    for (let i = 0; i < 2; i++) {
      await end(organizationId);
      await dial(organizationId);
      expect(await holds(organizationId)).toEqual([begun]);
    }
    await end(organizationId);
    expect(await dial(organizationId)).toEqual([]);
    expect(await holds(organizationId)).toEqual([{ ...begun, until: expect.any(String) }]);
  });

  it('names the campaign when only its own cap is reached', async () => {
    const organizationId = await world.organization({ max: 10 });
    const capped = await world.campaign(organizationId, { max: 1 });
    const open = await world.campaign(organizationId, { max: 5 });
    await queue(organizationId, 2, { campaignId: capped });
    await queue(organizationId, 2, { campaignId: open });
    expect(await dial(organizationId)).toHaveLength(3);
    const begun = { campaign_id: capped, reason: 'campaign-limit', cap: 1, until: null };
    expect(await holds(organizationId)).toEqual([begun]);
    const scope = { db: world.db, actor: systemActor(organizationId, 'req_a') } as never;
    const since = expect.any(String);
    expect(await holdOfCampaign(scope, capped)).toMatchObject({ reason: 'campaign-limit', since });
  });

  it('does not begin while claimed calls may go back into the queue, as outside calling hours', async () => {
    const organizationId = await world.organization({ max: 2 });
    const campaignId = await world.campaign(organizationId, { max: 1 });
    await queue(organizationId, 3, { campaignId });
    await queue(organizationId, 3);
    const scope = { db: world.db, actor: systemActor(organizationId, 'req_a') } as never;
    const hold = async () => (await holdOfCampaign(scope, campaignId))?.reason;
    for (
      let claimed = await claim(organizationId);
      claimed.length > 0;
      claimed = await claim(organizationId)
    ) {
      expect([undefined, 'calling-hours']).toContain(await hold());
      for (const callId of claimed) {
        const call = { organizationId, callId, nodeId: 'node_a' };
        const untilMs = Date.now() + 3_600_000;
        await holdCall(world.db, call, { reason: 'calling-hours', message: 'Closed.', untilMs });
      }
    }
    expect(await holds(organizationId)).toEqual([]);
    expect(await hold()).toBe('calling-hours');
  });

  it('does not begin without a due call', async () => {
    const organizationId = await world.organization({ max: 1 });
    const campaignId = await world.campaign(organizationId, { max: 1 });
    await queue(organizationId, 1, { campaignId });
    await world.call(organizationId, { campaignId, dueInMs: 60_000 });
    await dial(organizationId);
    await dial(organizationId);
    expect(await holds(organizationId)).toEqual([]);
  });

  it('continues when it recurs at once, and is a new hold later or with another cap', async () => {
    const organizationId = await world.organization({ max: 1 });
    await queue(organizationId, 2);
    await dial(organizationId);
    await world.db.query(setMax, [organizationId, 3]);
    await dial(organizationId);
    expect((await holds(organizationId)).map(({ until }) => until !== null)).toEqual([true]);
    await world.db.query(age, [organizationId]);
    await queue(organizationId, 2);
    await dial(organizationId);
    const over = { campaign_id: '', reason: 'organization-limit', cap: 1, until: expect.any(String) };
    expect(await holds(organizationId)).toEqual([over, { ...over, cap: 3, until: null }]);
  });

  it('is stored at most a thousand times', async () => {
    const organizationId = await world.organization({ max: 1 });
    await world.db.query(fill, [organizationId]);
    await queue(organizationId, 2);
    await dial(organizationId);
    const kept = await holds(organizationId);
    expect(kept).toHaveLength(1000);
    expect(kept.at(-1)).toMatchObject({ until: null });
  });

  it('is stored once when two processes claim at the same time', async () => {
    const organizationId = await world.organization({ max: 2 });
    await queue(organizationId, 40);
    const other = world.another();
    const claims = Array.from({ length: 20 }, (_, i) =>
      claimDueCalls(i % 2 === 0 ? world.db : other, organizationId, `node_${i % 2}`, 5).then(
        ({ callIds }) => callIds,
      ),
    );
    expect((await Promise.all(claims)).flat()).toHaveLength(2);
    await world.db.query(sendInvites, [organizationId]);
    await Promise.all([world.db, other].map((db) => claimDueCalls(db, organizationId, 'node_a', 5)));
    await other.close();
    expect(await holds(organizationId)).toHaveLength(1);
  });
});
