import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { EventSource } from '../../../test/world/event-source.ts';
import { soundUpload } from '../../../test/world/sound-file.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { type EventType, eventData } from '../events/index.ts';
import {
  availableMembers,
  beginTakenCall,
  endTakenCall,
  endTeamCall,
  findTeamCall,
  loseMember,
  offerTeamCalls,
  settleTeamCalls,
  waitForTeam,
} from './index.ts';

let world: ApiWorld;
let base: string;
beforeAll(async () => {
  world = await createApiWorld({ followMsMax: 600_000 });
  base = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
});
afterAll(() => world.close());

/** An organization with members who have keys of the role Support. */
interface Staff {
  organizationId: string;
  key: string;
  members: { memberId: string; key: string }[];
  request: (
    who: number | 'owner',
    method: string,
    path: string,
    body?: unknown,
  ) => ReturnType<ApiWorld['request']>;
}

async function staffOf(count: number): Promise<Staff> {
  const { key, organizationId } = await world.foundOrganization('Staff');
  const members: Staff['members'] = [];
  for (let n = 0; n < count; n++) {
    const member = await world.request('POST', '/api/members', {
      body: { name: `Mo ${n}`, role: 'Support' },
      key,
    });
    const { memberId } = member.body;
    const body = { name: 'k', role: 'Support', memberId };
    members.push({ memberId, key: (await world.request('POST', '/api/api-keys', { body, key })).body.key });
  }
  const request: Staff['request'] = (who, method, path, body) =>
    world.request(method, path, {
      key: who === 'owner' ? key : members[who]!.key,
      ...(body === undefined ? {} : { body }),
    });
  return { organizationId, key, members, request };
}

async function teamOf(staff: Staff, fields: object = {}, skills: string[][] = []): Promise<string> {
  const members = staff.members.map(({ memberId }, n) => ({ memberId, skills: skills[n] ?? [] }));
  const made = await staff.request('owner', 'POST', '/api/teams', {
    name: newId('team'),
    members,
    ...fields,
  });
  expect(made.status).toBe(201);
  return made.body.teamId;
}

const insertCall = statement(
  'test.teams.call',
  `with c as (
     insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
       created_at) values ($1, $2, 'agent_a', 'inboundPhoneCall', 'in-progress', '+12125550123', 'number_a', '+2', now())
     returning organization_id, call_id)
   insert into live_calls (organization_id, call_id, campaign_id, node_id) select organization_id, call_id, '', 'node_x' from c
   on conflict do nothing`,
);
const removeCall = statement(
  'test.teams.gone',
  'delete from live_calls where organization_id = $1 and call_id = $2',
);
const age = statement(
  'test.teams.age',
  `update member_presence set lease_until = lease_until - make_interval(secs => $3), idle_since = idle_since - interval '1 hour'
   where organization_id = $1 and member_id = $2`,
);
const ring = statement(
  'test.teams.ring',
  `update team_calls set offer_until = clock_timestamp() where organization_id = $1 and state = 'offered'`,
);

async function waiting({ organizationId }: Staff, teamId: string, skills: string[] = []) {
  const key = { organizationId, teamCallId: newId('tcall') };
  const callId = newId('call');
  await world.db.query(insertCall, [organizationId, callId]);
  expect(await waitForTeam(world.db, key, { teamId, callId, skills })).toBe(true);
  return { ...key, callId };
}

const available = (staff: Staff, who: number) =>
  staff.request(who, 'PUT', '/api/presence', { state: 'available' });
const ringsAt = async (staff: Staff) => {
  await offerTeamCalls(world.db, staff.organizationId);
  const all = await Promise.all(staff.members.map((_, n) => staff.request(n, 'GET', '/api/presence')));
  return all.flatMap(({ body }, n) => (body.call?.state === 'offered' ? [n] : []));
};
const stateOf = async (staff: Staff, who: number) =>
  (await staff.request(who, 'GET', '/api/presence')).body.state;

describe('a team', () => {
  it('is created, changed and deleted, each with an audit entry', async () => {
    const staff = await staffOf(1);
    const { memberId } = staff.members[0]!;
    const made = await staff.request('owner', 'POST', '/api/teams', {
      name: 'Support',
      members: [{ memberId, skills: ['French'] }],
    });
    expect(made.body).toMatchObject({
      ...{ name: 'Support', ringSeconds: 20, waitSecondsMax: 300, wrapUpSeconds: 15, musicSoundId: null },
      ...{ saysPosition: true, members: [{ memberId, name: 'Mo 0', skills: ['French'] }] },
    });
    const path = `/api/teams/${made.body.teamId}`;
    const changed = await staff.request('owner', 'PATCH', path, { ringSeconds: 30 });
    expect(changed.body).toMatchObject({ ringSeconds: 30, members: [{ memberId }] });
    expect((await staff.request('owner', 'GET', '/api/teams?search=supp')).body.teams).toEqual([
      changed.body,
    ]);
    const gone = await staff.request('owner', 'DELETE', path);
    expect(gone.status).toBe(204);
    const entries = await Promise.all(
      [made, changed, gone].map(({ headers }) => auditOfRequest(world.db, headers['x-request-id'])),
    );
    expect(entries.map(([entry]) => [entry?.actionVerb, entry?.resourceType])).toEqual([
      ['created', 'teams'],
      ['updated', 'teams'],
      ['deleted', 'teams'],
    ]);
  });

  it.each([
    ['members.0.memberId', { members: [{ memberId: 'member_none' }] }],
    ['musicSoundId', { musicSoundId: 'sound_none' }],
    ['ringSeconds', { ringSeconds: 1 }],
    ['members.0.skills.0', { members: [{ memberId: 'm', skills: ['<b>'] }] }],
  ])('is refused with a wrong %s', async (field, fields) => {
    const answer = await world.request('POST', '/api/teams', { body: { name: 'Wrong', ...fields } });
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
  });

  it('is not deleted while an agent transfers to it, and keeps its music', async () => {
    const staff = await staffOf(0);
    const sound = await world.request('POST', '/api/sounds?name=Music', { ...soundUpload, key: staff.key });
    const teamId = await teamOf(staff, { musicSoundId: sound.body.soundId });
    const destination = { name: 'people', type: 'team', destination: teamId, skills: ['French'] };
    const agent = { name: 'Anna', prompt: 'x', transferDestinations: [destination] };
    const made = await staff.request('owner', 'POST', '/api/agents', agent);
    expect(made.status).toBe(201);
    const speaking = { ...agent, name: 'Eva', speechToSpeech: { provider: 'openai' } };
    const unusable = await staff.request('owner', 'POST', '/api/agents', speaking);
    expect(unusable.body.details).toEqual([
      { field: 'transferDestinations.0.type', message: expect.stringContaining('no member can take over') },
    ]);
    const refused = await staff.request('owner', 'DELETE', `/api/teams/${teamId}`);
    expect([refused.status, refused.body.code, refused.body.message ?? refused.body.error]).toEqual([
      409,
      'team.in_use',
      'These agents transfer to the team, or campaigns dial for it: Anna.',
    ]);
    expect((await staff.request('owner', 'DELETE', `/api/sounds/${sound.body.soundId}`)).status).toBe(409);
    const other = await world.foundOrganization('Other');
    const stolen = await world.request('POST', '/api/agents', { body: agent, key: other.key });
    expect(stolen.body.details[0].field).toBe('transferDestinations.0.destination');
  });

  it('is not deleted while callers wait for it or speak with its members', async () => {
    const staff = await staffOf(1);
    const teamId = await teamOf(staff);
    const call = await waiting(staff, teamId);
    const refused = await staff.request('owner', 'DELETE', `/api/teams/${teamId}`);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'team.has_calls',
      'Callers wait for the team, or speak with its members. Delete it when these calls are over.',
    ]);
    await world.db.query(removeCall, [call.organizationId, call.callId]);
    expect((await staff.request('owner', 'DELETE', `/api/teams/${teamId}`)).status).toBe(204);
  });

  it('is changed by roles that may write agents, and read by all', async () => {
    const staff = await staffOf(1);
    const teamId = await teamOf(staff);
    const { organizationId } = staff;
    const { memberId } = staff.members[0]!;
    const viewer = await signToken(world.secret, {
      ...{
        organizationId,
        memberId,
        apiKeyId: 'key_v',
        scopes: [...scopesOfRole.Viewer],
        expiresAtSeconds: null,
      },
    } as never);
    void viewer;
    expect((await staff.request(0, 'GET', `/api/teams/${teamId}`)).status).toBe(200);
    expect((await staff.request(0, 'DELETE', `/api/teams/${teamId}`)).status).toBe(403);
  });
});

describe('a waiting call', () => {
  it('rings at the member with the skills who is idle longest, then at the next', async () => {
    const staff = await staffOf(3);
    const teamId = await teamOf(staff, {}, [['French'], [], ['French']]);
    for (const who of [2, 1, 0]) await available(staff, who);
    const call = await waiting(staff, teamId, ['French']);
    expect(await ringsAt(staff)).toEqual([2]);
    const { body } = await staff.request(2, 'GET', '/api/presence');
    expect(body).toMatchObject({
      state: 'busy',
      call: { callId: call.callId, teamId, state: 'offered', customerNumber: '+12125550123', summary: null },
    });
    const wrong = await staff.request(0, 'POST', `/api/team-calls/${call.teamCallId}/accept`);
    expect([wrong.status, wrong.body.code]).toEqual([409, 'team_call.not_offered']);
    expect((await staff.request(2, 'POST', `/api/team-calls/${call.teamCallId}/decline`)).status).toBe(200);
    expect(await ringsAt(staff)).toEqual([0]);
    expect(await stateOf(staff, 2)).toBe('available');
  });

  it('is taken once, and its member has wrap-up time after it, which ends by itself or by choice', async () => {
    const staff = await staffOf(1);
    const teamId = await teamOf(staff, { wrapUpSeconds: 60 });
    await available(staff, 0);
    const call = await waiting(staff, teamId);
    expect(await ringsAt(staff)).toEqual([0]);
    const path = `/api/team-calls/${call.teamCallId}/accept`;
    const answers = await Promise.all([0, 1, 2].map(() => staff.request(0, 'POST', path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    // Two windows of the member.
    expect(answers.flatMap(({ status, body }) => (status === 409 ? [body.code] : []))).toEqual(
      Array(2).fill('team_call.taken_by_you'),
    );
    expect(await findTeamCall(world.db, call)).toMatchObject({ state: 'answered', memberName: 'Mo 0' });
    const other = await waiting(staff, teamId);
    expect(await ringsAt(staff)).toEqual([]);
    await endTeamCall(world.db, call, 'answered');
    expect(await stateOf(staff, 0)).toBe('wrapUp');
    expect(await ringsAt(staff)).toEqual([]);
    expect(await availableMembers(world.db, staff.organizationId, teamId)).toMatchObject({
      inWrapUp: 1,
      available: 0,
    });
    await staff.request(0, 'PUT', '/api/presence', { state: 'away' });
    expect(await stateOf(staff, 0)).toBe('away');
    await available(staff, 0);
    expect(await ringsAt(staff)).toEqual([0]);
    await endTeamCall(world.db, other, 'abandoned');
    expect(await stateOf(staff, 0)).toBe('available');
  });

  it('that is not answered in time makes its member away, and one whose browser is gone rings elsewhere at once', async () => {
    const staff = await staffOf(3);
    const teamId = await teamOf(staff);
    for (const who of [0, 1, 2]) await available(staff, who);
    await waiting(staff, teamId);
    expect(await ringsAt(staff)).toEqual([0]);
    await world.db.query(ring, [staff.organizationId]);
    expect(await ringsAt(staff)).toEqual([1]);
    expect((await staff.request(0, 'GET', '/api/presence')).body).toMatchObject({
      state: 'away',
      awayBecause: 'missed-call',
    });
    await world.db.query(age, [staff.organizationId, staff.members[1]!.memberId, 11]);
    expect(await ringsAt(staff)).toEqual([2]);
    expect((await staff.request(1, 'GET', '/api/presence')).body).toMatchObject({
      state: 'away',
      awayBecause: null,
    });
    await staff.request(2, 'PUT', '/api/presence', { state: 'away' });
    expect(await ringsAt(staff)).toEqual([]);
  });

  it('waits again when its member does not come to the line, and ends with its call', async () => {
    const staff = await staffOf(2);
    const teamId = await teamOf(staff);
    for (const who of [0, 1]) await available(staff, who);
    const call = await waiting(staff, teamId);
    await ringsAt(staff);
    await staff.request(0, 'POST', `/api/team-calls/${call.teamCallId}/accept`);
    await loseMember(world.db, call, staff.members[0]!.memberId);
    expect(await ringsAt(staff)).toEqual([1]);
    expect(await stateOf(staff, 0)).toBe('away');
    await world.db.query(removeCall, [call.organizationId, call.callId]);
    expect(await ringsAt(staff)).toEqual([]);
    expect(await settleTeamCalls(world.db)).toBeGreaterThan(0);
    expect(await findTeamCall(world.db, call)).toBeNull();
    const { body } = await staff.request('owner', 'GET', `/api/teams/${teamId}/figures`);
    expect(body).toMatchObject({ waiting: 0, abandoned: 1, answered: 0, serviceLevel: 0 });
  });

  it('knows its place and whether anyone is there', async () => {
    const staff = await staffOf(1);
    const teamId = await teamOf(staff);
    const calls = [await waiting(staff, teamId), await waiting(staff, teamId)];
    const states = () => Promise.all(calls.map((call) => findTeamCall(world.db, call)));
    expect((await states()).map((it) => [it?.place, it?.isAnyPresent])).toEqual([
      [1, false],
      [2, false],
    ]);
    await available(staff, 0);
    expect((await states()).map((it) => it?.isAnyPresent)).toEqual([true, true]);
    const now = (await staff.request('owner', 'GET', `/api/teams/${teamId}/now`)).body;
    expect(now.calls.map(({ state }: { state: string }) => state)).toEqual(['offered', 'waiting']);
    expect(now.members).toMatchObject([{ name: 'Mo 0', state: 'busy' }]);
  });
});

it('rings at no member who has taken another call over by hand', async () => {
  const staff = await staffOf(1);
  const teamId = await teamOf(staff);
  await available(staff, 0);
  const { memberId } = staff.members[0]!;
  const { organizationId } = staff;
  const own = { organizationId, callId: newId('call') };
  await world.db.query(insertCall, [organizationId, own.callId]);
  const call = await waiting(staff, teamId);
  expect(await ringsAt(staff)).toEqual([0]);
  await beginTakenCall(world.db, own, memberId);
  expect(await ringsAt(staff)).toEqual([]);
  expect(await stateOf(staff, 0)).toBe('busy');
  await endTakenCall(world.db, own, memberId);
  expect(await ringsAt(staff)).toEqual([0]);
  // A process that dies cannot say that the member is free.
  await endTeamCall(world.db, call, 'abandoned');
  await beginTakenCall(world.db, own, memberId);
  expect(await stateOf(staff, 0)).toBe('busy');
  await world.db.query(removeCall, [organizationId, own.callId]);
  expect(await stateOf(staff, 0)).toBe('available');
});

describe('presence', () => {
  it('lasts while the stream is open and heartbeats come, and is over seconds after the stream closed', async () => {
    const staff = await staffOf(1);
    await teamOf(staff);
    const source = await EventSource.open(`${base}/api/presence/events`, {
      authorization: `Bearer ${staff.members[0]!.key}`,
    });
    await source.first(2);
    expect(source.events.map(({ type }) => type)).toEqual(['presence', 'beat']);
    await available(staff, 0);
    await source.first(3);
    expect(source.events[2]!.data).toMatchObject({ state: 'available', teams: [{}] });
    const before = (await staff.request(0, 'GET', '/api/presence')).body.leaseUntil;
    const beaten = (await staff.request(0, 'POST', '/api/presence/heartbeat')).body.leaseUntil;
    expect(Date.parse(beaten)).toBeGreaterThanOrEqual(Date.parse(before));
    source.close();
    await expect.poll(() => stateOf(staff, 0), { timeout: 6000 }).toBe('away');
    // A heartbeat within the minute brings the member back; after an hour it does not.
    await staff.request(0, 'POST', '/api/presence/heartbeat');
    expect(await stateOf(staff, 0)).toBe('available');
    await world.db.query(age, [staff.organizationId, staff.members[0]!.memberId, 3600]);
    await staff.request(0, 'POST', '/api/presence/heartbeat');
    expect(await stateOf(staff, 0)).toBe('away');
  });
});

it('counts no answer of a member who accepted a call and was not on the line before its end', async () => {
  const staff = await staffOf(1);
  const teamId = await teamOf(staff, { wrapUpSeconds: 60 });
  await available(staff, 0);
  const ends = ['timed-out', 'abandoned', 'no-members', 'failed'] as const;
  for (const outcome of ends) {
    const call = await waiting(staff, teamId);
    expect(await ringsAt(staff)).toEqual([0]);
    await staff.request(0, 'POST', `/api/team-calls/${call.teamCallId}/accept`);
    await endTeamCall(world.db, call, outcome);
    expect(await stateOf(staff, 0)).toBe('available');
  }
  const { body } = await staff.request('owner', 'GET', `/api/teams/${teamId}/figures?windowMinutes=60`);
  expect(body).toMatchObject({
    ...{ answered: 0, abandoned: 1, unanswered: 3, serviceLevel: 0, meanHandlingSeconds: null },
    members: [{ answered: 0, meanHandlingSeconds: null }],
  });
});

it('has figures of answers within 20 s and of means', async () => {
  const staff = await staffOf(1);
  const teamId = await teamOf(staff, { wrapUpSeconds: 0 });
  await available(staff, 0);
  const call = await waiting(staff, teamId);
  await ringsAt(staff);
  await staff.request(0, 'POST', `/api/team-calls/${call.teamCallId}/accept`);
  await endTeamCall(world.db, call, 'answered');
  const late = await waiting(staff, teamId);
  await staff.request(0, 'PUT', '/api/presence', { state: 'away' });
  await endTeamCall(world.db, late, 'timed-out');
  await waiting(staff, teamId);
  const { body } = await staff.request('owner', 'GET', `/api/teams/${teamId}/figures?windowMinutes=60`);
  expect(body).toMatchObject({
    ...{ windowMinutes: 60, available: 0, away: 1, waiting: 1, answered: 1, abandoned: 0, unanswered: 1 },
    ...{ serviceLevel: 0.5, meanWaitSeconds: expect.any(Number), meanHandlingSeconds: expect.any(Number) },
  });
  expect(body.longestWaitSeconds).toBeGreaterThan(0);
});

it('has figures of each member, and stores an event for each state of a call', async () => {
  const staff = await staffOf(2);
  const teamId = await teamOf(staff, { wrapUpSeconds: 0 });
  for (const who of [0, 1]) await available(staff, who);
  const call = await waiting(staff, teamId);
  await ringsAt(staff);
  await staff.request(0, 'POST', `/api/team-calls/${call.teamCallId}/decline`);
  await staff.request(1, 'POST', `/api/team-calls/${call.teamCallId}/accept`);
  await endTeamCall(world.db, call, 'answered');
  const left = await waiting(staff, teamId);
  await endTeamCall(world.db, left, 'abandoned');
  const [first, second] = staff.members.map(({ memberId }) => memberId);
  const { body } = await staff.request('owner', 'GET', `/api/teams/${teamId}/figures?windowMinutes=60`);
  expect(body.members).toEqual([
    { memberId: second, name: 'Mo 1', answered: 1, missed: 0, meanHandlingSeconds: expect.any(Number) },
    { memberId: first, name: 'Mo 0', answered: 0, missed: 1, meanHandlingSeconds: null },
  ]);
  const { events } = (await staff.request('owner', 'GET', '/api/events?limit=1000')).body;
  const ofCall = ({ teamCallId }: { teamCallId: string }) =>
    events.flatMap(({ type, data }: { type: EventType; data: Record<string, unknown> }) => {
      if (data.teamCallId !== teamCallId) return [];
      expect(eventData[type].safeParse(data).error).toBeUndefined();
      return [[type, data.memberId, data.outcome]];
    });
  expect(ofCall(call)).toEqual([
    ['teamCall.waiting', null, null],
    ['teamCall.ringing', first, null],
    ['teamCall.waiting', null, null],
    ['teamCall.ringing', second, null],
    ['teamCall.answered', second, null],
    ['teamCall.ended', second, 'answered'],
  ]);
  expect(ofCall(left)).toEqual([
    ['teamCall.waiting', null, null],
    ['teamCall.abandoned', null, 'abandoned'],
  ]);
});
