import type { Measured } from './measure.ts';

type Row = [what: string, value: (measured: Measured) => number, isCost: boolean];

const rows: Row[] = [
  ['accepted one by one: PostgreSQL, ms a call', ({ singly }) => singly.postgres, true],
  ['accepted one by one: processes, ms a call', ({ singly }) => singly.nodes, true],
  ['accepted in batches of 1,000: PostgreSQL, ms a call', ({ batched }) => batched.postgres, true],
  ['accepted in batches of 1,000: processes, ms a call', ({ batched }) => batched.nodes, true],
  ['dialed: PostgreSQL, ms a call', ({ dialed }) => dialed.postgres, true],
  ['dialed: processes, ms a call', ({ dialed }) => dialed.nodes, true],
  ['talking: PostgreSQL, ms for each second of a call', ({ talking }) => talking.postgres, true],
  ['talking: processes, ms for each second of a call', ({ talking }) => talking.nodes, true],
  ['idle: PostgreSQL, ms a second and pair', ({ idle }) => idle.postgres, true],
  ['idle: processes, ms a second and pair', ({ idle }) => idle.nodes, true],
  ['idle: transactions a second and pair', ({ idle }) => idle.transactions, true],
  ['accepted one by one, calls a second', ({ singly }) => singly.perSecond, false],
  ['accepted in batches, calls a second', ({ batched }) => batched.perSecond, false],
  ['dialed, calls a second', ({ dialed }) => dialed.perSecond, false],
  ['most connections of an API process', ({ connections }) => connections.api, false],
  ['most connections of a calls process', ({ connections }) => connections.calls, false],
];

/** Returns the least of each cost of several measurements with the same number of pairs. */
export function leastOf(measurements: readonly Measured[]): Measured {
  const least = (of: (measured: Measured) => number) => Math.min(...measurements.map(of));
  const cost = (kind: 'singly' | 'batched' | 'dialed') => ({
    postgres: least((one) => one[kind].postgres),
    nodes: least((one) => one[kind].nodes),
    perSecond: Math.max(...measurements.map((one) => one[kind].perSecond)),
  });
  const { pairs, begun, talked, carried } = measurements.at(-1)!;
  return {
    ...{ pairs, begun, talked, carried },
    idle: {
      postgres: least(({ idle }) => idle.postgres),
      nodes: least(({ idle }) => idle.nodes),
      transactions: least(({ idle }) => idle.transactions),
    },
    connections: {
      api: Math.max(...measurements.map(({ connections }) => connections.api)),
      calls: Math.max(...measurements.map(({ connections }) => connections.calls)),
    },
    singly: cost('singly'),
    batched: cost('batched'),
    dialed: cost('dialed'),
    talking: {
      postgres: least(({ talking }) => talking.postgres),
      nodes: least(({ talking }) => talking.nodes),
    },
  };
}

/** Returns a table with a column for each number of pairs. Ratios are to the first column. */
export function table(results: readonly Measured[]): string {
  const head = ['', ...results.map(({ pairs }) => (pairs === 1 ? '1 pair' : `${pairs} pairs`))];
  const body = rows.map(([what, value, isCost]) => {
    const first = value(results[0]!);
    return [
      what,
      ...results.map((measured) => cell(value(measured), isCost ? value(measured) / first : null)),
    ];
  });
  const carried = [
    'talking calls of each calls process',
    ...results.map((result) => result.carried.join(' ')),
  ];
  const talked = ['calls that talked to the end', ...results.map((one) => `${one.talked} of ${one.begun}`)];
  const all = [head, ...body, talked, carried];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: number, ratio: number | null): string {
  const shown = value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);
  return ratio === null ? shown : `${shown} (${ratio.toFixed(2)}x)`;
}
