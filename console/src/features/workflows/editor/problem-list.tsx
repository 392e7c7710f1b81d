import { Loader, Text } from '@mantine/core';
import { ErrorState, Panel } from '../../../ui/index.ts';
import { ProblemLines } from '../../graph/index.ts';
import type { Problem } from '../definition/problems.ts';
import type { Problems } from './use-problems.ts';

interface ProblemListProps {
  problems: Problems;
  /** Shows the step. */
  onChoose: (problem: Problem) => void;
}

/** Everything that prevents publishing. Each entry leads to its step. */
export function ProblemList({ problems: { list, isStale, error }, onChoose }: ProblemListProps) {
  const title = list.length === 0 ? 'Problems' : `Problems (${list.length})`;
  return (
    <Panel title={title} aside={isStale ? <Loader size={14} role="img" aria-label="Checking" /> : null}>
      {error ? <ErrorState error={error} /> : null}
      {list.length === 0 && !error ? (
        <Text size="sm" c="dimmed" role="status">
          No problems. The draft can be published.
        </Text>
      ) : null}
      <ProblemLines
        lines={list.map((problem) => ({
          problem,
          id: `${problem.key} ${problem.field} ${problem.message}`,
          where: problem.where,
          text: (
            <>
              {problem.field ? <code>{problem.field}</code> : null} {problem.message}
            </>
          ),
        }))}
        onChoose={({ problem }) => onChoose(problem)}
      />
    </Panel>
  );
}
