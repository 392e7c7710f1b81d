import '@xyflow/react/dist/base.css';
import './graph.css';
import { useComputedColorScheme } from '@mantine/core';
import { Panel, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import type { StepView } from '../definition/tree.ts';
import { edgeTypes, type FlowEdge } from './flow-edge.tsx';
import { type FlowNode, nodeTypes } from './flow-nodes.tsx';
import { GraphContext, type GraphState } from './graph-context.ts';
import { type Layout, layOut } from './layout.ts';
import { PaletteStrip } from './palette.tsx';
import { useKeepCentred } from './use-keep-centred.ts';
import { useReveal } from './use-reveal.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

interface WorkflowGraphProps extends GraphState {
  steps: readonly StepView[];
  /** What the graph is of, for who cannot see it. */
  label: string;
}

/** A workflow as a graph: laid out by itself, moved by dragging and by the keyboard. */
export function WorkflowGraph({ steps, label, ...state }: WorkflowGraphProps) {
  return (
    <GraphContext value={state}>
      <section className="flow" aria-label={label} data-graph="">
        <ReactFlowProvider>
          <Canvas layout={useMemo(() => layOut(steps), [steps])} {...state} />
        </ReactFlowProvider>
      </section>
    </GraphContext>
  );
}

const fixed = {
  ...{ nodesDraggable: false, nodesConnectable: false, nodesFocusable: false, edgesFocusable: false },
  ...{ elementsSelectable: false, disableKeyboardA11y: true, zoomOnDoubleClick: false },
  ...{ panOnScroll: true, zoomOnScroll: false, zIndexMode: 'manual' as const },
  ...{ deleteKeyCode: null, selectionKeyCode: null, multiSelectionKeyCode: null, panActivationKeyCode: null },
  ...{ minZoom: 0.3, maxZoom: 1.5, proOptions: { hideAttribution: true } },
};
/** As much of the canvas as is free around the graph at first. */
const marginPx = 28;

function Canvas({ layout, selected, editing }: GraphState & { layout: Layout }) {
  const colorMode = useComputedColorScheme('light');
  const frame = useRef<HTMLDivElement>(null);
  const nodes = useMemo(() => nodesOf(layout), [layout]);
  const edges = useMemo(() => edgesOf(layout), [layout]);
  const reveal = useReveal(layout, selected, frame);
  useKeepCentred(frame);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is focused within it is brought into sight
    <div className="flow-frame" ref={frame} onFocus={reveal.onFocus}>
      <ReactFlow
        {...fixed}
        {...{ nodes, edges, nodeTypes, edgeTypes, colorMode }}
        onInit={(flow) => {
          // The beginning at a size that can be read, rather than all of it.
          const width = frame.current?.clientWidth ?? 800;
          const zoom = Math.min(1, Math.max(0.55, (width - 2 * marginPx) / layout.width));
          const x = width / 2 - (layout.width / 2) * zoom;
          void flow.setViewport({ x, y: marginPx, zoom });
        }}
      >
        <Panel position="bottom-left">
          <ZoomButtons />
        </Panel>
        {editing ? (
          <Panel position="top-left">
            <PaletteStrip />
          </Panel>
        ) : null}
      </ReactFlow>
    </div>
  );
}

/** What the canvas would tell of its parts says nothing to who cannot see it. */
const silent = { 'aria-roledescription': undefined, 'aria-describedby': undefined };
const layers: Readonly<Record<string, number>> = { loop: 0, gap: 4, label: 3 };

function nodesOf({ places }: Layout): FlowNode[] {
  return places.map((place) => ({
    ...{ id: place.id, type: place.kind, position: { x: place.x, y: place.y } },
    ...{ width: place.width, height: place.height, zIndex: layers[place.kind] ?? 2 },
    ...{ data: { place }, domAttributes: silent },
  }));
}

function edgesOf({ lines }: Layout): FlowEdge[] {
  return lines.map(({ id, from, isInner, to, bendY }) => ({
    ...{ id, source: from, sourceHandle: isInner ? 'inner' : 'bottom', target: to, targetHandle: 'top' },
    ...{ type: 'flow' as const, zIndex: 1, data: { bendY } },
    domAttributes: { ...silent, 'aria-hidden': true },
  }));
}
