import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { acceptOffer, declineOffer, endTeamCall, offerTeamCalls, waitForTeam } from './index.ts';
import { storePresence } from './store/presence.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const memberNames = ['a', 'b', 'c', 'd'];
const skillNames = ['French', 'billing'];

const setUp = statement(
  'test.offers.set_up',
  `with people as (
     insert into members (organization_id, member_id, name, role) select $1, m, m, 'Support' from unnest($2::text[]) m
     on conflict do nothing returning 1
   ), made as (
     insert into teams (organization_id, team_id, name, ring_seconds, wait_seconds_max, wrap_up_seconds, says_position)
     values ($1, 'one', 'one', 20, 300, 0, false), ($1, 'two', 'two', 20, 300, 0, false) returning 1)
   select count(*) from people, made`,
);
const join = statement(
  'test.offers.join',
  'insert into team_members (organization_id, team_id, member_id, skills) values ($1, $2, $3, $4)',
);
const goLive = statement(
  'test.offers.live',
  `insert into live_calls (organization_id, call_id, campaign_id, node_id) values ($1, $2, '', 'node_x')`,
);
const goneLive = statement(
  'test.offers.gone',
  'delete from live_calls where organization_id = $1 and call_id = $2',
);
const expire = statement(
  'test.offers.expire',
  `update team_calls set offer_until = clock_timestamp() where organization_id = $1 and team_call_id = $2 and state = 'offered'`,
);
const lapse = statement(
  'test.offers.lapse',
  `update member_presence set lease_until = clock_timestamp() where organization_id = $1 and member_id = $2`,
);
const readCalls = statement(
  'test.offers.calls',
  `select c.*, exists (select from live_calls l where l.organization_id = c.organization_id and l.call_id = c.call_id) as live
   from team_calls c where organization_id = $1 and state <> 'ended' order by waiting_since, team_call_id`,
);
const readMembers = statement(
  'test.offers.members',
  `select m.team_id, m.member_id, m.skills, extract(epoch from p.idle_since)::float8 as idle,
     p.wanted = 'available' and p.lease_until > clock_timestamp() as ready
   from team_members m join member_presence p using (organization_id, member_id) where organization_id = $1`,
);

interface CallRow {
  team_call_id: string;
  team_id: string;
  call_id: string;
  state: string;
  member_id: string | null;
  skills: string[];
  refused_by: string[];
  live: boolean;
}
interface MemberRow {
  team_id: string;
  member_id: string;
  skills: string[];
  idle: number;
  ready: boolean;
}

const fits = (call: CallRow, member: MemberRow) =>
  member.team_id === call.team_id &&
  call.skills.every((skill) => member.skills.includes(skill)) &&
  !call.refused_by.includes(member.member_id);

/** Throws when a rule about offers is broken after `offer_team_calls`. */
function check(before: CallRow[], calls: CallRow[], members: MemberRow[]): void {
  const engaged = calls.flatMap(({ member_id: id }) => (id === null ? [] : [id]));
  expect(new Set(engaged).size, 'a member has two calls').toBe(engaged.length);
  const idle = (id: string | null) => members.find(({ member_id }) => member_id === id)!.idle;
  const free = members.filter(({ ready, member_id: id }) => ready && !engaged.includes(id));
  for (const call of calls) {
    if (call.state === 'waiting' && call.live)
      expect(
        free.filter((member) => fits(call, member)),
        'a call waits although a member is free',
      ).toEqual([]);
    if (call.state === 'offered') {
      expect(members.some((member) => member.member_id === call.member_id && fits(call, member))).toBe(true);
      const was = before.find(({ team_call_id: id }) => id === call.team_call_id);
      const isNew = was?.member_id !== call.member_id;
      for (const member of free.filter((one) => isNew && fits(call, one)))
        expect(idle(call.member_id), 'another was idle longer').toBeLessThanOrEqual(member.idle);
    }
  }
}

const place = fc.nat(7);
const step = fc.oneof(
  fc.record({
    type: fc.constantFrom('arrive'),
    team: fc.constantFrom('one', 'two'),
    skills: fc.subarray(skillNames),
  }),
  fc.record({
    type: fc.constantFrom('ready', 'ready', 'away', 'lapse'),
    member: fc.constantFrom(...memberNames),
  }),
  fc.record({ type: fc.constantFrom('accept', 'accept', 'decline', 'miss', 'end', 'die'), call: place }),
);
type Step = { type: string; team?: string; skills?: string[]; member?: string; call?: number };

async function act(organizationId: string, calls: CallRow[], one: Step): Promise<void> {
  const { db } = world;
  const chosen = calls.length > 0 ? calls[one.call! % calls.length]! : null;
  const key = { organizationId, teamCallId: chosen?.team_call_id ?? '' };
  switch (one.type) {
    case 'arrive': {
      const callId = newId('call');
      await db.query(goLive, [organizationId, callId]);
      const wanted = { teamId: one.team!, callId, skills: one.skills! };
      await waitForTeam(db, { organizationId, teamCallId: newId('tcall') }, wanted);
      return;
    }
    case 'ready':
    case 'away':
      return storePresence(db, organizationId, one.member!, {
        state: one.type === 'ready' ? 'available' : 'away',
      });
    case 'lapse':
      return void (await db.query(lapse, [organizationId, one.member]));
    case 'accept':
      // All members try at the same moment.
      if (chosen) {
        const won = await Promise.all(memberNames.map((name) => acceptOffer(db, key, name)));
        expect(won.filter((id) => id !== null).length).toBeLessThanOrEqual(1);
      }
      return;
    case 'decline':
      if (chosen?.member_id) await declineOffer(db, key, chosen.member_id);
      return;
    case 'miss':
      return void (await db.query(expire, [organizationId, key.teamCallId]));
    case 'end':
      return endTeamCall(db, key, chosen?.state === 'answered' ? 'answered' : 'abandoned');
    case 'die':
      if (chosen) await db.query(goneLive, [organizationId, chosen.call_id]);
  }
}

it('never gives a call two members or a member two calls, and leaves no call waiting for a free member', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray(skillNames), { minLength: 4, maxLength: 4 }),
      fc.array(step, { minLength: 5, maxLength: 25 }),
      async (skills, steps) => {
        const { organizationId } = await world.foundOrganization('Offers');
        const { db } = world;
        await db.query(setUp, [organizationId, memberNames]);
        for (const [n, name] of memberNames.entries()) {
          await db.query(join, [organizationId, n % 2 ? 'one' : 'two', name, skills[n]]);
          if (n < 2) await db.query(join, [organizationId, n % 2 ? 'two' : 'one', name, skills[n]]);
        }
        let calls: CallRow[] = [];
        for (const one of steps) {
          await act(organizationId, calls, one);
          const before = await db.query<CallRow>(readCalls, [organizationId]);
          // Two processes decide at the same moment.
          await Promise.all([offerTeamCalls(db, organizationId), offerTeamCalls(db, organizationId)]);
          calls = await db.query<CallRow>(readCalls, [organizationId]);
          check(before, calls, await db.query<MemberRow>(readMembers, [organizationId]));
        }
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);
