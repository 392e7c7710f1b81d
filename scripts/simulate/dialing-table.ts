import type { DialingConfiguration, DialingResult, WayResult } from '../../src/simulation/index.ts';

const names: Record<WayResult['way'], string> = {
  progressive: 'one for each free member',
  'fixed-ratio': 'best fixed ratio, in hindsight',
  predictive: 'predictive',
};

/** Describes the result of a simulation of dialing for people. */
export function describeDialing(
  { calls, runs, seed, maxAbandonment }: DialingConfiguration,
  { answerRate, teams, curve, erlang }: DialingResult,
): string {
  const erlangOf = (members: number, bound: number) =>
    erlang.find((entry) => entry.members === members && entry.maxAbandonment === bound)?.idle ?? 0;
  const byTeam = Map.groupBy(teams, ({ members }) => members);
  return [
    '',
    `${calls} calls, ${runs} runs, seed ${seed}; people answer ${percent(answerRate.mean)} of the calls`,
    `at most ${percent(maxAbandonment)} of the answered calls may be abandoned; [95 % interval of the mean]`,
    '',
    heading,
    ...[...byTeam].flatMap(([members, results]) => [
      ...results.map(row),
      `  ${''.padEnd(7)}  ${"Erlang's loss formula".padEnd(30)}  ${cell(percent(maxAbandonment), 21)}  ${cell('', 7)}  ${cell(percent(erlangOf(members, maxAbandonment)), 21)}`,
    ]),
    ...(curve.length === 0
      ? []
      : ['', `The curve: ${curve[0]!.members} members, other bounds`, '', heading, ...curve.map(row)]),
    '',
    ...aboveBound([...teams, ...curve]),
    '',
  ].join('\n');
}

const heading = `  members  ${'dialing'.padEnd(30)}  ${cell('abandoned', 21)}  ${cell('worst', 7)}  ${cell('members idle', 21)}  ${cell('calls an hour', 18)}`;

function row({ way, members, abandonment, abandonmentWorst, idle, callsPerHour }: WayResult): string {
  const { mean, low, high } = callsPerHour;
  return [
    `  ${String(members).padStart(7)}`,
    names[way].padEnd(30),
    cell(interval(abandonment), 21),
    cell(percent(abandonmentWorst), 7),
    cell(interval(idle), 21),
    cell(`${mean.toFixed(1)} [${low.toFixed(1)}–${high.toFixed(1)}]`, 18),
  ].join('  ');
}

function interval({ mean, low, high }: WayResult['idle']): string {
  return `${percent(mean)} [${(100 * low).toFixed(2)}–${(100 * high).toFixed(2)}]`;
}

function aboveBound(results: readonly WayResult[]): string[] {
  const predictive = results.filter(({ way }) => way === 'predictive');
  const broken = predictive.reduce((sum, { runsAboveBound }) => sum + runsAboveBound, 0);
  return [
    broken === 0
      ? 'No predictive run was above its bound at any time.'
      : `PREDICTIVE RUNS ABOVE THEIR BOUND AT SOME TIME: ${broken}`,
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

function cell(text: string, width: number): string {
  return text.padStart(width);
}
