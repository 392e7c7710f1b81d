import { useMemo } from 'react';
import type { FlowView } from '../flow-stages/index.ts';
import { GraphCanvas, placedNodes } from '../graph-canvas/index.ts';
import { FlowGraphContext, type FlowGraphState } from './flow-graph-context.ts';
import { edgeTypes, type FlowEdge, nodeTypes } from './flow-places.tsx';
import { layOut } from './layout.ts';
import type { Layout } from './region.ts';
import { textWidth } from './text-width.ts';

interface FlowCanvasProps {
  flow: FlowView;
  label: string;
  state: FlowGraphState;
}

/** A flow as a graph with automatic layout. */
export function FlowCanvas({ flow, label, state }: FlowCanvasProps) {
  const { marks } = state;
  const layout = useMemo(
    () => layOut(flow, { hasNote: (name) => marks.has(name), widthOf: textWidth }),
    [flow, marks],
  );
  const nodes = useMemo(() => placedNodes(layout.places, layers), [layout]);
  const edges = useMemo(() => edgesOf(layout), [layout]);
  const start = layout.places.find((place) => place.kind === 'stage' && place.stage.isStart);
  return (
    <FlowGraphContext value={state}>
      <GraphCanvas
        {...{ label, nodes, edges, nodeTypes, edgeTypes }}
        width={layout.width}
        selected={state.selected}
        {...(start && { beginX: start.x + start.width / 2 })}
      />
    </FlowGraphContext>
  );
}

const layers = { frame: 0, label: 3 };

function edgesOf({ lines }: Layout): FlowEdge[] {
  return lines.map((line) => ({
    id: line.id,
    source: line.source,
    target: line.target,
    type: 'way' as const,
    zIndex: 1,
    data: { line },
  }));
}
