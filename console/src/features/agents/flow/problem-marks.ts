import type { Mark, Marks } from '../../graph/index.ts';
import { type FlowProblem, stageOf } from './problems.ts';

/** Returns the marks of the stages with problems. */
export function problemMarks(problems: readonly FlowProblem[]): Marks {
  const byStage = Map.groupBy(problems, stageOf);
  return new Map(
    [...byStage].flatMap(([stage, own]): [string, Mark][] => {
      if (stage === null) return [];
      const first = own.find(({ tone }) => tone === 'bad') ?? own[0]!;
      const more = own.length === 1 ? '' : ` And ${own.length - 1} more.`;
      return [[stage, { tone: first.tone, label: `${first.message}${more}` }]];
    }),
  );
}
