import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SharingTeam, shareMembers } from './share-members.ts';

const team = (teamId: string, more: Partial<SharingTeam>): SharingTeam => ({
  ...{ teamId, free: [], engaged: [], needed: 0, hasDueCalls: true },
  ...more,
});
const shared = (teams: readonly SharingTeam[], turn = 0) =>
  Object.fromEntries(
    [...shareMembers(teams, turn)].map(([teamId, members]) => [teamId, [...members].sort()]),
  );

it('gives one free member of two teams to one after the other, and to calls in the air first', () => {
  const both = (of: Partial<SharingTeam>, other: Partial<SharingTeam> = {}) => [
    team('a', { free: ['mo'], ...of }),
    team('b', { free: ['mo'], ...other }),
  ];
  expect(shared(both({}))).toEqual({ a: ['mo'], b: [] });
  expect(shared(both({}), 1)).toEqual({ a: [], b: ['mo'] });
  expect(shared(both({ needed: 1 }), 1)).toEqual({ a: ['mo'], b: [] });
  expect(shared(both({ hasDueCalls: false }), 0)).toEqual({ a: [], b: ['mo'] });
});

it('finds members for all calls in the air where there are enough', () => {
  const teams = [
    team('a', { free: ['kim', 'mo'], needed: 1 }),
    team('b', { free: ['kim'], needed: 1 }),
    team('c', { free: ['mo', 'zoe'] }),
  ];
  expect(shared(teams)).toEqual({ a: ['mo'], b: ['kim'], c: ['zoe'] });
});

const names = ['kim', 'mo', 'pia', 'zoe'];
const some = fc.subarray(names);

it('gives every member to one team, and never dials more calls than members are free', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ free: some, inAir: fc.nat(3), hasDueCalls: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.nat(9),
      (given, turn) => {
        const teams = given.map(({ free, inAir, hasDueCalls }, at) =>
          team(`team_${at}`, { free, needed: inAir, hasDueCalls }),
        );
        const result = shareMembers(teams, turn);
        const all = [...result.values()].flatMap((members) => [...members]);
        expect(new Set(all).size).toBe(all.length);
        expect(new Set(all)).toEqual(new Set(given.flatMap(({ free }) => free)));
        const dials = teams.map(({ teamId, needed }) => Math.max(result.get(teamId)!.size - needed, 0));
        const covered = teams.every(({ teamId, needed }) => result.get(teamId)!.size >= needed);
        const inAir = teams.reduce((sum, { needed }) => sum + needed, 0);
        if (covered) expect(dials.reduce((sum, calls) => sum + calls, inAir)).toBe(all.length);
      },
    ),
  );
});
