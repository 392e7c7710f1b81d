import { decideDials } from '../../domains/campaigns/index.ts';
import type { DialingConfiguration, RecordedAttempt } from './configuration.ts';
import { type Dialing, runTeam, type TeamRun } from './simulated-team.ts';

export const ways = ['progressive', 'fixed-ratio', 'predictive'] as const;
export type Way = (typeof ways)[number];

interface WayOptions {
  configuration: DialingConfiguration;
  attempts: readonly RecordedAttempt[];
  members: number;
  maxAbandonment: number;
}

const paced: Dialing = (facts) => decideDials(facts).dial;

/** Dials this many calls for each free member. */
function ofFreeMembers(ratio: number): Dialing {
  return ({ members, waiting, inAir }) =>
    Math.max(Math.floor(ratio * members.available) - waiting - inAir.length, 0);
}

/** Keeps this many calls for each member, answered and unanswered ones. */
function ofAllMembers(ratio: number): Dialing {
  return ({ members: { available, onCall, wrapUp }, waiting, inAir }) => {
    const lines = Math.floor(ratio * (available + onCall.length + wrapUp.length));
    return Math.max(lines - onCall.length - waiting - inAir.length, 0);
  };
}

const ratioMax = 12;
const searchSteps = 9;

/** Runs all calls of one run. */
export function runWay(way: Way, options: WayOptions): TeamRun {
  if (way === 'fixed-ratio') return bestFixedRatio(options);
  return runWith(options, paced, way);
}

/**
 * Returns the best run of one that dials by a fixed ratio and keeps the bound at its end. The ratio is searched for each run
 * with that run's own calls, which no dialer could do: it shows what a fixed ratio can reach at most.
 */
function bestFixedRatio(options: WayOptions): TeamRun {
  const found = [ofFreeMembers, ofAllMembers].map((kind) => highestRatio(options, kind));
  return found.reduce((best, result) => (result.idleShare < best.idleShare ? result : best));
}

function highestRatio(options: WayOptions, kind: (ratio: number) => Dialing): TeamRun {
  let [low, high] = [1, ratioMax];
  let best = runWith(options, kind(low), 'progressive');
  for (let step = 0; step < searchSteps; step++) {
    const ratio = (low + high) / 2;
    const result = runWith(options, kind(ratio), 'progressive');
    if (result.abandoned <= options.maxAbandonment * result.answered) {
      low = ratio;
      if (result.idleShare < best.idleShare) best = result;
    } else high = ratio;
  }
  return best;
}

function runWith(
  { configuration, attempts, members, maxAbandonment }: WayOptions,
  dialing: Dialing,
  mode: 'progressive' | 'predictive',
): TeamRun {
  const { wrapUpSeconds, patienceSeconds } = configuration;
  return runTeam({ attempts, members, mode, maxAbandonment, wrapUpSeconds, patienceSeconds, dialing });
}
