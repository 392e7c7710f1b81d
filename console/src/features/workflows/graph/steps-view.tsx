import './steps.css';
import { lazy, type ReactNode } from 'react';
import { GraphView } from '../../graph/index.ts';
import type { StepView } from '../definition/tree.ts';
import { GraphContext, type GraphState } from './graph-context.ts';
import { StepButtonLine, StepList } from './step-list.tsx';

const WorkflowGraph = lazy(async () => ({ default: (await import('./workflow-graph.tsx')).WorkflowGraph }));

interface StepsViewProps extends GraphState {
  steps: readonly StepView[];
  label: string;
  /** Beside the choice between graph and list. */
  aside?: ReactNode;
}

/** Shows a workflow as a graph or as a list. */
export function StepsView({ steps, label, aside, ...state }: StepsViewProps) {
  return (
    <GraphView
      label={label}
      aside={aside}
      graph={<WorkflowGraph steps={steps} label={label} {...state} />}
      list={
        <GraphContext value={state}>
          <StepButtonLine id="trigger" type="trigger" title="Start" summary={state.triggerLabel} />
          <StepList steps={steps} />
        </GraphContext>
      }
    />
  );
}
