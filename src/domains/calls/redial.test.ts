import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { type Dialing, setUpDialing } from '../../../test/world/dialing.ts';
import { misfiledCalls } from '../../../test/world/file-calls.ts';
import { endCall, queuedOnly } from './index.ts';

let world: ApiWorld;
let dialing: Dialing;
let customers = 0;
beforeEach(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterEach(async () => {
  expect(await misfiledCalls(world.db)).toEqual([]);
  await world.close();
});

const queued = async (campaignName: string) => {
  const { agentId, scheduleId, phoneNumberId } = dialing;
  const phoneNumber = `+1212555${String(1000 + customers++)}`;
  const body = { campaignName, scheduleId, phoneNumberId, phoneNumber, variables: { firstName: 'Ada' } };
  const answer = await world.request('POST', `/api/agents/${agentId}/calls/campaign`, { body });
  return answer.body as { callId: string; campaignId: string };
};
const end = (callId: string, endedReason: 'unknown-outcome' | 'customer-busy') =>
  endCall(
    world.db,
    { organizationId: world.owner.organizationId, callId, ...queuedOnly },
    { status: 'ended', endedBy: 'System ended the call', endedReason, message: 'So it was.' },
  );
const unknown = async (campaignName: string) => {
  const call = await queued(campaignName);
  expect(await end(call.callId, 'unknown-outcome')).toBe(true);
  return call;
};
const redial = (callId: string, options = {}) =>
  world.request('POST', `/api/calls/${callId}/redial`, options);

it('dials a call with an unknown outcome again once, as the next attempt in its campaign', async () => {
  const { callId, campaignId } = await unknown('Again');
  const answer = await redial(callId);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  expect(answer.body).toMatchObject({ status: 'queued', campaignId, campaignParentCallIds: [callId] });
  const { callId: next } = answer.body;
  expect(await auditOfRequest(world.db, answer.headers['x-request-id'])).toMatchObject([
    { actionVerb: 'created', resourceType: 'calls', resourceReferenceId: next },
  ]);
  const why = (await world.request('GET', `/api/calls/${callId}/why`)).body.decisions.at(-1);
  expect(why).toMatchObject({ decision: 'retried', reason: 'asked', message: expect.stringContaining(next) });
  const second = await redial(callId);
  expect([second.status, second.body.code]).toEqual([409, 'call.redialed']);
  // The new attempt may also end with an unknown outcome.
  await end(next, 'unknown-outcome');
  expect((await redial(next)).body).toMatchObject({ campaignParentCallIds: [callId, next] });
});

it('dials a call again once for two requests at the same time', async () => {
  const { callId } = await unknown('Twice');
  const answers = await Promise.all([redial(callId), redial(callId), redial(callId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

it('does not dial calls with another outcome, or of another organization', async () => {
  const { callId } = await queued('Known');
  expect((await redial(callId)).body.code).toBe('call.outcome_known');
  await end(callId, 'customer-busy');
  expect((await redial(callId)).body.code).toBe('call.outcome_known');
  const { callId: open, campaignId } = await unknown('Known');
  const { key } = await world.foundOrganization();
  expect((await redial(open, { key })).status).toBe(404);
  await world.request('POST', `/api/campaigns/${campaignId}/end`);
  expect((await redial(open)).body.code).toBe('campaign.ended');
  const ofCampaign = await world.request('POST', `/api/campaigns/${campaignId}/redial-unknown`);
  expect([ofCampaign.status, ofCampaign.body.code]).toEqual([409, 'campaign.ended']);
});

it('dials all unknown outcomes of a campaign again, and no others', async () => {
  const calls = [await unknown('All'), await unknown('All')];
  const { campaignId } = calls[0]!;
  await unknown('Another');
  await end((await queued('All')).callId, 'customer-busy');
  const path = `/api/campaigns/${campaignId}`;
  const answer = await world.request('POST', `${path}/redial-unknown`);
  expect([answer.status, answer.body]).toEqual([200, { callsQueued: 2, hasMore: false }]);
  const listed = await world.request('GET', `${path}/calls?status=queued`);
  const parents = listed.body.calls.flatMap(
    (one: { campaignParentCallIds: string[] }) => one.campaignParentCallIds,
  );
  expect(parents.toSorted()).toEqual(calls.map(({ callId }) => callId).toSorted());
  expect((await world.request('POST', `${path}/redial-unknown`)).body).toEqual({
    callsQueued: 0,
    hasMore: false,
  });
});
