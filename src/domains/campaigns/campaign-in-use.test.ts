import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { campaignInUse, moveCampaign } from './store/campaigns.ts';

const endInThePast = statement(
  'test.in_use.past',
  "update campaigns set end_at = now() - interval '1 second' where campaign_id = $1",
);
const isWaiting = statement(
  'test.in_use.waiting',
  'select exists (select from pg_locks where not granted) as waits',
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('keeps a campaign from being ended while calls are queued into it, and adds none to an ended one', async () => {
  const organizationId = await world.organization();
  const campaignId = await world.campaign(organizationId);
  const order: string[] = [];
  let ended: Promise<unknown> | undefined;
  await world.db.transaction(async (tx) => {
    expect((await campaignInUse(tx, organizationId, campaignId))?.status).toBe('running');
    ended = moveCampaign(world.db, organizationId, campaignId, ['running'], 'ended').then(() =>
      order.push('ended'),
    );
    await expect
      .poll(async () => (await world.db.query<{ waits: boolean }>(isWaiting))[0]?.waits, { interval: 10 })
      .toBe(true);
    order.push('queued');
  });
  await ended;
  expect(order).toEqual(['queued', 'ended']);
  expect(await campaignInUse(world.db, organizationId, campaignId)).toBeNull();
});

it('treats a campaign whose end has passed as ended before upkeep ends it', async () => {
  const organizationId = await world.organization();
  const campaignId = await world.campaign(organizationId);
  await world.db.query(endInThePast, [campaignId]);
  expect(await campaignInUse(world.db, organizationId, campaignId)).toBeNull();
});
