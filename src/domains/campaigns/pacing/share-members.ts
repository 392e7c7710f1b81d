/** A team for which calls are dialed, with those of its members who take calls now. */
export interface SharingTeam {
  teamId: string;
  /** The members who are free. */
  free: readonly string[];
  /** The members on calls or in wrap-up, who will be free later. */
  engaged: readonly string[];
  /** How many members its waiting calls and its calls in the air need. */
  needed: number;
  /** Whether calls of it are due. */
  hasDueCalls: boolean;
}

/**
 * Gives each member of several teams to one of them, so that no two calls are dialed for one free member. Pure. Free members go where
 * calls in the air need them. The others are spread over the teams with due calls, another one first each `turn`, because a team
 * may be unable to dial what is due. Returns the members of each team.
 */
export function shareMembers(teams: readonly SharingTeam[], turn: number): Map<string, Set<string>> {
  const given = new Map<string, Set<string>>(teams.map(({ teamId }) => [teamId, new Set()]));
  const byMember = teamsOf(teams.map(({ teamId, engaged }) => ({ teamId, members: engaged })));
  for (const [at, [memberId, own]] of [...byMember].entries())
    given.get(own[at % own.length]!)!.add(memberId);
  for (const [memberId, teamId] of forCallsInTheAir(teams)) given.get(teamId)!.add(memberId);
  spread(teams, given, turn);
  return given;
}

/** Returns the teams of each member, in the order of the members' ids. */
function teamsOf(teams: readonly { teamId: string; members: readonly string[] }[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { teamId, members } of teams)
    for (const memberId of members) found.set(memberId, [...(found.get(memberId) ?? []), teamId]);
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns as many free members as can be given to calls in the air, with their teams (a maximum matching by augmenting paths). */
function forCallsInTheAir(teams: readonly SharingTeam[]): Map<string, string> {
  const freeOf = new Map(teams.map(({ teamId, free }) => [teamId, free]));
  const teamOf = new Map<string, string>();
  const take = (teamId: string, seen: Set<string>): boolean => {
    for (const memberId of freeOf.get(teamId)!) {
      if (seen.has(memberId)) continue;
      seen.add(memberId);
      const holder = teamOf.get(memberId);
      if (holder !== undefined && (holder === teamId || !take(holder, seen))) continue;
      teamOf.set(memberId, teamId);
      return true;
    }
    return false;
  };
  for (const { teamId, needed } of teams)
    for (let call = 0; call < needed && take(teamId, new Set()); call++);
  return teamOf;
}

/** Gives the members whom no call in the air needs to the teams with due calls, evenly. */
function spread(teams: readonly SharingTeam[], given: Map<string, Set<string>>, turn: number): void {
  const taken = new Set([...given.values()].flatMap((members) => [...members]));
  const first = turn % Math.max(teams.length, 1);
  const order = [...teams.slice(first), ...teams.slice(0, first)];
  const byMember = teamsOf(order.map(({ teamId, free }) => ({ teamId, members: free })));
  const extra = new Map<string, number>();
  for (const [memberId, own] of byMember) {
    if (taken.has(memberId)) continue;
    const due = own.filter((id) => teams.find(({ teamId }) => teamId === id)!.hasDueCalls);
    const chosen = (due.length > 0 ? due : own).reduce((best, id) =>
      (extra.get(id) ?? 0) < (extra.get(best) ?? 0) ? id : best,
    );
    extra.set(chosen, (extra.get(chosen) ?? 0) + 1);
    given.get(chosen)!.add(memberId);
  }
}
