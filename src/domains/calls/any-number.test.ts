import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { consumePersonalization } from '../../../test/world/consume-personalization.ts';
import { type Dialing, setUpDialing } from '../../../test/world/dialing.ts';
import { newId } from '../../platform/kernel/index.ts';

let world: ApiWorld;
let dialing: Dialing;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

/** Generates numbers by the pattern of campaign calls, `^\+[1-9]\d{1,14}$`, without using the pattern. */
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 14 });
const anyNumber = fc
  .tuple(fc.constantFrom(...'123456789'), digits)
  .map(([first, rest]) => `+${first}${rest}`);

test('finds every number that a campaign call accepts, and a push stores it in the same form', async () => {
  const { agentId, phoneNumberId, scheduleId } = dialing;
  const { organizationId } = world.owner;
  const queueFindAndPush = async (phoneNumber: string) => {
    const body = {
      campaignName: 'Any',
      scheduleId,
      phoneNumber,
      phoneNumberId,
      variables: { firstName: 'Ada' },
    };
    const queued = await world.request('POST', `/api/agents/${agentId}/calls/campaign`, { body });
    expect([phoneNumber, queued.status]).toEqual([phoneNumber, 201]);
    for (const path of [phoneNumber, encodeURIComponent(phoneNumber)]) {
      const found = await world.request('GET', `/api/calls/phone/${path}`);
      expect([phoneNumber, found.status, found.body.latestCall?.callId]).toEqual([
        phoneNumber,
        200,
        queued.body.callId,
      ]);
    }
    const push = { phoneNumber, data: { about: phoneNumber } };
    const pushed = await world.request('POST', '/api/call-personalization-webhook', { body: push });
    expect([phoneNumber, pushed.status, pushed.body]).toEqual([phoneNumber, 200, { success: true }]);
    const next = await world.request('GET', `/api/call-personalization/${phoneNumber}`);
    expect(next.body).toMatchObject({ phoneNumber, state: 'available', data: push.data });
    // The admission of an inbound call consumes the push for the call's number.
    const callId = newId('call');
    expect(await consumePersonalization(world.db, { organizationId, phoneNumber, callId })).toEqual(
      push.data,
    );
  };
  await fc.assert(fc.asyncProperty(anyNumber, queueFindAndPush), {
    numRuns: 40,
    examples: ['+5215512345678', '+12', '+123456789012345', '+911', '+4402079460958'].map((one) => [one]),
  });
}, 60_000);
