import type { DialingConfiguration, RecordedAttempt } from './configuration.ts';
import { drawAttempts } from './draw-attempts.ts';
import { erlangIdleShare } from './erlang.ts';
import { type Estimate, estimate } from './estimate.ts';
import type { TeamRun } from './simulated-team.ts';
import { runWay, type Way, ways } from './ways.ts';

/** What one way of dialing gives for a team, over all runs. Shares are from 0 to 1. */
export interface WayResult {
  way: Way;
  members: number;
  maxAbandonment: number;
  abandonment: Estimate;
  /** The greatest abandonment of a run at its end. */
  abandonmentWorst: number;
  /** The runs that were above the bound at any time. */
  runsAboveBound: number;
  /** The share of their time that members waited for a call. */
  idle: Estimate;
  /** Calls that a member took in an hour. */
  callsPerHour: Estimate;
}

export interface DialingResult {
  /** The share of calls that a person answered. */
  answerRate: Estimate;
  teams: WayResult[];
  curve: WayResult[];
  /** The idle share by Erlang's loss formula, by members and bound. */
  erlang: { members: number; maxAbandonment: number; idle: number }[];
}

/**
 * Compares ways of dialing for the members of teams, over the same calls. Nothing of a run depends on the machine. `onStep` is
 * called before each comparison.
 */
export function simulateDialing(
  configuration: DialingConfiguration,
  onStep: (what: string) => void = () => {},
): DialingResult {
  const { runs, teams, maxAbandonment, curveBounds, curveTeam } = configuration;
  const attempts = Array.from({ length: runs }, (_, run) => drawAttempts(configuration, run));
  const compare = (members: number, bound: number, some: readonly Way[]) =>
    some.map((way) => {
      onStep(`${members} members, at most ${percent(bound)}, ${way}`);
      return resultOf({ configuration, attempts, members, maxAbandonment: bound, way });
    });
  const people = attempts.map((all) => all.filter(({ outcome }) => outcome === 'person').length / all.length);
  const curve = curveBounds.map((bound) => ({ members: curveTeam, maxAbandonment: bound }));
  const inTable = teams.map((members) => ({ members, maxAbandonment }));
  const isInTable = (entry: (typeof curve)[number]) =>
    entry.maxAbandonment === maxAbandonment && teams.includes(entry.members);
  return {
    answerRate: estimate(people),
    teams: teams.flatMap((members) => compare(members, maxAbandonment, ways)),
    curve: [
      ...(curve.length > 0 ? compare(curveTeam, 0, ['progressive']) : []),
      ...curveBounds.flatMap((bound) => compare(curveTeam, bound, ['fixed-ratio', 'predictive'])),
    ],
    erlang: [...inTable, ...curve.filter((entry) => !isInTable(entry))].map((entry) => ({
      ...entry,
      idle: erlangIdleShare(entry.members, entry.maxAbandonment),
    })),
  };
}

interface WayRuns {
  configuration: DialingConfiguration;
  attempts: readonly RecordedAttempt[][];
  members: number;
  maxAbandonment: number;
  way: Way;
}

function resultOf({ configuration, attempts, members, maxAbandonment, way }: WayRuns): WayResult {
  const results = attempts.map((all) =>
    runWay(way, { configuration, attempts: all, members, maxAbandonment }),
  );
  const abandonment = results.map(({ abandoned, answered }) => abandoned / Math.max(answered, 1));
  const perHour = ({ taken, seconds }: TeamRun) => (3600 * taken) / (seconds * members);
  return {
    way,
    members,
    maxAbandonment,
    abandonment: estimate(abandonment),
    abandonmentWorst: Math.max(...abandonment),
    runsAboveBound: results.filter(({ wasAboveBound }) => wasAboveBound).length,
    idle: estimate(results.map(({ idleShare }) => idleShare)),
    callsPerHour: estimate(results.map(perHour)),
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
