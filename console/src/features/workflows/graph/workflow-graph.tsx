import '@xyflow/react/dist/base.css';
import './graph.css';
import { Button, useComputedColorScheme } from '@mantine/core';
import { Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { StepView } from '../definition/tree.ts';
import { edgeTypes, type FlowEdge } from './flow-edge.tsx';
import { type FlowNode, nodeTypes } from './flow-nodes.tsx';
import { GraphContext, type GraphState } from './graph-context.ts';
import { type Layout, layOut } from './layout.ts';
import { PaletteStrip } from './palette.tsx';
import { useReveal } from './use-reveal.ts';

interface WorkflowGraphProps extends GraphState {
  steps: readonly StepView[];
  /** Names the graph for screen readers. */
  label: string;
}

/** A workflow as a graph with automatic layout. Steps are moved by dragging or by keyboard. */
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
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  zoomOnDoubleClick: false,
  panOnScroll: true,
  zoomOnScroll: false,
  zIndexMode: 'manual' as const,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  minZoom: 0.3,
  maxZoom: 1.5,
  proOptions: { hideAttribution: true },
};
/** Initial margin around the graph. */
const marginPx = 28;

function Canvas({ layout, selected, editing }: GraphState & { layout: Layout }) {
  const colorMode = useComputedColorScheme('light');
  const frame = useRef<HTMLDivElement>(null);
  const nodes = useMemo(() => nodesOf(layout), [layout]);
  const edges = useMemo(() => edgesOf(layout), [layout]);
  const reveal = useReveal(layout, selected, frame);
  useKeepCentered(frame);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focused steps are scrolled into view
    <div className="flow-frame" ref={frame} onFocus={reveal.onFocus}>
      <ReactFlow
        {...fixed}
        {...{ nodes, edges, nodeTypes, edgeTypes, colorMode }}
        onInit={(flow) => {
          // Shows the beginning at a readable size instead of the whole graph.
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

/** The library's descriptions do not help screen reader users. */
const silent = { 'aria-roledescription': undefined, 'aria-describedby': undefined };
const layers: Readonly<Record<string, number>> = { loop: 0, gap: 4, label: 3 };

function nodesOf({ places }: Layout): FlowNode[] {
  return places.map((place) => ({
    id: place.id,
    type: place.kind,
    position: { x: place.x, y: place.y },
    width: place.width,
    height: place.height,
    zIndex: layers[place.kind] ?? 2,
    data: { place },
    domAttributes: silent,
  }));
}

function edgesOf({ lines }: Layout): FlowEdge[] {
  return lines.map(({ id, from, isInner, to, bendY }) => ({
    id,
    source: from,
    sourceHandle: isInner ? 'inner' : 'bottom',
    target: to,
    targetHandle: 'top',
    type: 'flow' as const,
    zIndex: 1,
    data: { bendY },
    domAttributes: { ...silent, 'aria-hidden': true },
  }));
}

/** Keeps the center of the canvas in place when its width changes. */
function useKeepCentered(frame: RefObject<HTMLDivElement | null>): void {
  const flow = useReactFlow();
  useEffect(() => {
    if (!frame.current) return;
    let widthPx = frame.current.clientWidth;
    const observer = new ResizeObserver(([entry]) => {
      const nowPx = entry!.contentRect.width;
      if (nowPx === widthPx) return;
      const { x, y, zoom } = flow.getViewport();
      void flow.setViewport({ x: x + (nowPx - widthPx) / 2, y, zoom });
      widthPx = nowPx;
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [flow, frame]);
}

function ZoomButtons() {
  const flow = useReactFlow();
  const button = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Button.Group>
      <Button {...button} onClick={() => void flow.zoomOut()} aria-label="Zoom out">
        −
      </Button>
      <Button {...button} onClick={() => void flow.zoomIn()} aria-label="Zoom in">
        +
      </Button>
      <Button {...button} onClick={() => void flow.fitView({ maxZoom: 1, padding: 0.08 })}>
        Fit graph
      </Button>
    </Button.Group>
  );
}
