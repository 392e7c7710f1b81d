import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { make, setUpDialing } from '../../../../test/world/dialing.ts';
import { statement } from '../../../platform/db/index.ts';
import { giveCall, offerAnsweredCall, takeBackCall } from './answers.ts';

const makeLive = statement(
  'test.dialing.live',
  `insert into live_calls (organization_id, call_id, campaign_id) values ($1, $2, $3)`,
);
const organization = statement(
  'test.dialing.organization',
  'select organization_id as "organizationId" from campaigns where campaign_id = $1',
);
const ageCounts = statement(
  'test.dialing.age',
  `update campaign_pacing set period_since = period_since - interval '30 days' where campaign_id = $1`,
);

let world: ApiWorld;
let agentId: string;
let teamId: string;
beforeAll(async () => {
  world = await createApiWorld();
  agentId = (await setUpDialing(world.request)).agentId;
  teamId = (await make(world.request, '/api/teams', { name: 'Sales' })).teamId;
});
afterAll(() => world.close());

let names = 0;
const campaign = (dialing?: object) =>
  make(world.request, '/api/campaigns', {
    name: `Campaign ${names++}`,
    agentId,
    ...(dialing && { dialing }),
  });
const figures = async (campaignId: string) =>
  (await world.request('GET', `/api/campaigns/${campaignId}/dialing`)).body;

it('lets the agent take answered calls by default, and a team when it is chosen', async () => {
  const { campaignId, dialing } = await campaign();
  expect(dialing).toEqual({ mode: 'agent', teamId: null, maxAbandonment: 0.03 });
  expect(await figures(campaignId)).toMatchObject({ mode: 'agent', team: null, answered: 0 });
  const body = { dialing: { mode: 'predictive', teamId, maxAbandonment: 0.02 } };
  const changed = await world.request('PATCH', `/api/campaigns/${campaignId}`, { body });
  expect(changed.body.dialing).toEqual(body.dialing);
  expect(await figures(campaignId)).toMatchObject({
    ...{ mode: 'predictive', maxAbandonment: 0.02, abandonment: null, isPaced: false },
    team: { teamId, name: 'Sales', available: 0 },
  });
});

it('refuses a mode without a team, a team of the agent, and a team that does not exist', async () => {
  const refused = async (dialing: object) => {
    const body = { name: `Campaign ${names++}`, agentId, dialing };
    const { status, body: answer } = await world.request('POST', '/api/campaigns', { body });
    return [status, answer.error];
  };
  for (const dialing of [
    { mode: 'progressive' },
    { mode: 'agent', teamId },
    { mode: 'predictive', teamId: 'team_none' },
    { mode: 'predictive', teamId, maxAbandonment: 0.3 },
  ])
    expect(await refused(dialing)).toEqual([
      400,
      expect.stringMatching(/^dialing\.(teamId|maxAbandonment): /),
    ]);
});

it('refuses a team with a speech-to-speech model, in the campaign and in the agent', async () => {
  const { request } = world;
  const speechToSpeech = { provider: 'openai', model: 'gpt-realtime' };
  const spoken = await make(request, '/api/agents', { name: 'S', prompt: 'p', speechToSpeech });
  const dialing = { mode: 'progressive', teamId };
  const body = { name: 'Spoken', agentId: spoken.agentId, dialing };
  const refused = {
    status: 400,
    body: { error: expect.stringMatching(/^dialing\.teamId: .*speech-to-speech/) },
  };
  expect(await request('POST', '/api/campaigns', { body })).toMatchObject(refused);
  const { campaignId } = await make(request, '/api/campaigns', { ...body, dialing: undefined });
  expect(await request('PATCH', `/api/campaigns/${campaignId}`, { body: { dialing } })).toMatchObject(
    refused,
  );
  const other = await make(request, '/api/agents', { name: 'T', prompt: 'p' });
  await make(request, '/api/campaigns', { ...body, name: 'Given', agentId: other.agentId });
  expect(await request('PATCH', `/api/agents/${other.agentId}`, { body: { speechToSpeech } })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('campaign "Given"') },
  });
});

it('keeps a team that a campaign dials for', async () => {
  const own = (await make(world.request, '/api/teams', { name: 'Kept' })).teamId;
  const { campaignId } = await campaign({ mode: 'progressive', teamId: own });
  expect((await world.request('DELETE', `/api/teams/${own}`)).body).toMatchObject({ code: 'team.in_use' });
  await world.request('POST', `/api/campaigns/${campaignId}/end`);
  expect((await world.request('DELETE', `/api/teams/${own}`)).status).toBe(204);
  expect((await figures(campaignId)).team).toBeNull();
});

it('counts answered, given and abandoned calls for 30 days', async () => {
  const { campaignId } = await campaign({ mode: 'progressive', teamId });
  const [row] = await world.db.query<{ organizationId: string }>(organization, [campaignId]);
  const { organizationId } = row!;
  const answer = async (end: 'given' | 'abandoned' | 'timed-out') => {
    const callId = `call_${names}`;
    const call = { organizationId, campaignId, teamId, callId, teamCallId: `tcall_${names++}` };
    await world.db.query(makeLive, [organizationId, callId, campaignId]);
    expect(await offerAnsweredCall(world.db, call)).toBe(true);
    if (end === 'given') await giveCall(world.db, call);
    await takeBackCall(world.db, call, end === 'given' ? 'answered' : end);
  };
  for (const end of ['given', 'given', 'timed-out', 'abandoned'] as const) await answer(end);
  expect(await figures(campaignId)).toMatchObject({ answered: 4, given: 2, abandoned: 1, abandonment: 0.25 });
  await world.db.query(ageCounts, [campaignId]);
  await answer('given');
  expect(await figures(campaignId)).toMatchObject({ answered: 1, given: 1, abandoned: 0 });
});
