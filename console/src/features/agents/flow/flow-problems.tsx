import { Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiFailure } from '../../../api/index.ts';
import { Panel } from '../../../ui/index.ts';
import { ProblemLines } from '../../graph/index.ts';
import type { AgentEditing } from '../use-agent-form.ts';
import { type FlowProblem, localProblems, type Refused, remoteProblems, stageOf } from './problems.ts';

/** Returns what can be seen in the browser, and what the service refused at the last save. */
export function useFlowProblems({ form: { values }, failure }: AgentEditing): FlowProblem[] {
  const [refused, setRefused] = useState<Refused | null>(null);
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => {
    setRefused(failure instanceof ApiFailure ? { fields: failure.fields, agent: latest.current } : null);
  }, [failure]);
  return useMemo(
    () => [...localProblems(values), ...(refused ? remoteProblems(refused, values.flow) : [])],
    [values, refused],
  );
}

interface FlowProblemsProps {
  problems: readonly FlowProblem[];
  onChoose: (problem: FlowProblem) => void;
}

/** Everything that prevents publishing, and notes. Each entry leads to its stage. */
export function FlowProblems({ problems, onChoose }: FlowProblemsProps) {
  const count = problems.filter(({ tone }) => tone === 'bad').length;
  return (
    <Panel title={count === 0 ? 'Problems' : `Problems (${count})`}>
      {problems.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          No problems found. Conditions and dialogues are checked when you save.
        </Text>
      ) : null}
      <ProblemLines
        lines={problems.map((problem) => ({
          problem,
          id: `${problem.path.join('.')} ${problem.message}`,
          where: stageOf(problem) ?? (problem.path[0] === 'variables' ? 'Variables' : 'Flow'),
          text: problem.tone === 'waiting' ? `Note: ${problem.message}` : problem.message,
        }))}
        onChoose={({ problem }) => onChoose(problem)}
      />
    </Panel>
  );
}
