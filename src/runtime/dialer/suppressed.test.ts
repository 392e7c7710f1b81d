import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { suppressCustomer } from '../../domains/suppressions/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { usualNumberTypes } from '../../platform/kernel/index.ts';
import { loadDialableCalls } from './dialable-call.ts';
import { judge } from './gate.ts';
import { claimDueCalls } from './store.ts';

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('refuses a call to a suppressed customer only in the organization of the suppression', async () => {
  const own = await world.organization();
  const other = await world.organization();
  const ids = [await world.call(own), await world.call(other)];
  const { customer_number: phoneNumber } = await world.read(ids[0]!);
  await suppressCustomer({ db: world.db, actor: systemActor(own, 'req_x') }, { phoneNumber, source: 'api' });
  const verdicts = [];
  for (const organizationId of [own, other]) {
    const { callIds } = await claimDueCalls(world.db, organizationId, 'node_a', 10);
    const claim = { organizationId, callIds, nodeId: 'node_a', claimedAtMs: 0 };
    const [call] = await loadDialableCalls(world.db, claim);
    verdicts.push(
      judge(
        { ...call!, customerNumber: phoneNumber },
        {
          ...{ allowedCountries: ['US'], allowedNumberTypes: usualNumberTypes, rulePacks: [] },
          ...{ frequencyCap: null, eligibilityWebhook: null },
        },
        Date.now(),
      ),
    );
  }
  expect(verdicts).toMatchObject([{ kind: 'refuse', endedReason: 'number-suppressed' }, { kind: 'dial' }]);
});
