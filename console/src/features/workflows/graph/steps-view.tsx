import './graph.css';
import { Group, SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
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
  const [view, setView] = useState('graph');
  return (
    <div className="steps-view">
      <Group justify="space-between" className="steps-view-head">
        <SegmentedControl
          transitionDuration={0}
          size="xs"
          aria-label="View"
          data={[
            { value: 'graph', label: 'Graph' },
            { value: 'list', label: 'List' },
          ]}
          value={view}
          onChange={setView}
        />
        {aside}
      </Group>
      <div className="steps-view-body">
        {view === 'graph' ? (
          <Suspense fallback={<Skeleton height="100%" aria-busy="true" />}>
            <WorkflowGraph steps={steps} label={label} {...state} />
          </Suspense>
        ) : (
          <GraphContext value={state}>
            <section className="step-lists" aria-label={label} data-graph="">
              <StepButtonLine id="trigger" type="trigger" title="Start" summary={state.triggerLabel} />
              <StepList steps={steps} />
            </section>
          </GraphContext>
        )}
      </div>
    </div>
  );
}
