import './steps.css';
import { useMemo } from 'react';
import { GraphCanvas, placedNodes } from '../../graph-canvas/index.ts';
import type { StepView } from '../definition/tree.ts';
import { GraphContext, type GraphState } from './graph-context.ts';
import { type Layout, layOut } from './layout.ts';
import { PaletteStrip } from './palette.tsx';
import { nodeTypes } from './placed-nodes.tsx';
import { edgeTypes, type StepEdge } from './step-edge.tsx';

interface WorkflowGraphProps extends GraphState {
  steps: readonly StepView[];
  /** Names the graph for screen readers. */
  label: string;
}

/** A workflow as a graph with automatic layout. Steps are moved by dragging or by keyboard. */
export function WorkflowGraph({ steps, label, ...state }: WorkflowGraphProps) {
  const layout = useMemo(() => layOut(steps), [steps]);
  const nodes = useMemo(() => placedNodes(layout.places, layers), [layout]);
  const edges = useMemo(() => edgesOf(layout), [layout]);
  return (
    <GraphContext value={state}>
      <GraphCanvas
        {...{ label, nodes, edges, nodeTypes, edgeTypes }}
        width={layout.width}
        selected={state.selected}
        palette={state.editing ? <PaletteStrip /> : null}
      />
    </GraphContext>
  );
}

const layers = { loop: 0, gap: 4, label: 3 };

function edgesOf({ lines }: Layout): StepEdge[] {
  return lines.map(({ id, from, isInner, to, bendY }) => ({
    id,
    source: from,
    sourceHandle: isInner ? 'inner' : 'bottom',
    target: to,
    targetHandle: 'top',
    type: 'step' as const,
    zIndex: 1,
    data: { bendY },
  }));
}
