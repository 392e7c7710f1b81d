import '@xyflow/react/dist/base.css';
import './canvas.css';
import { Button, useComputedColorScheme } from '@mantine/core';
import {
  type Edge,
  type EdgeTypes,
  type Node,
  type NodeTypes,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useReveal } from './use-reveal.ts';

interface GraphCanvasProps<GraphNode extends Node, GraphEdge extends Edge> {
  /** Names the graph for screen readers. */
  label: string;
  /** The nodes with their positions and sizes. Arrow keys follow their order. */
  nodes: GraphNode[];
  edges: GraphEdge[];
  nodeTypes: NodeTypes;
  edgeTypes: EdgeTypes;
  /** The width of the whole graph. */
  width: number;
  /** The middle of what is shown first, from the left. By default, the middle of the graph. */
  beginX?: number;
  /** The id of the selected node. */
  selected: string | null;
  /** In the upper left corner. */
  palette?: ReactNode;
}

/** A canvas that moves and zooms a graph whose layout is given. */
export function GraphCanvas<GraphNode extends Node, GraphEdge extends Edge>(
  props: GraphCanvasProps<GraphNode, GraphEdge>,
) {
  return (
    <section className="graph" aria-label={props.label} data-graph="">
      <ReactFlowProvider>
        <Canvas {...props} />
      </ReactFlowProvider>
    </section>
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
/** The least zoom at the beginning, at which the words can be read. */
const leastZoom = 0.8;
/** Initial margin around the graph. */
const marginPx = 28;
/** The library's descriptions do not help screen reader users. */
const silent = { 'aria-roledescription': undefined, 'aria-describedby': undefined };
const hidden = { ...silent, 'aria-hidden': true } as const;

function Canvas<GraphNode extends Node, GraphEdge extends Edge>(
  props: GraphCanvasProps<GraphNode, GraphEdge>,
) {
  const { nodeTypes, edgeTypes, width, beginX = width / 2, selected, palette } = props;
  const colorMode = useComputedColorScheme('light');
  const frame = useRef<HTMLDivElement>(null);
  const nodes = useMemo(() => props.nodes.map((node) => ({ ...node, domAttributes: silent })), [props.nodes]);
  const edges = useMemo(() => props.edges.map((edge) => ({ ...edge, domAttributes: hidden })), [props.edges]);
  const reveal = useReveal(props.nodes, selected, frame);
  useKeepCentered(frame);
  return (
    <div className="graph-frame">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: focused nodes are scrolled into view */}
      <div className="graph-room" ref={frame} onFocus={reveal.onFocus}>
        <ReactFlow
          {...fixed}
          {...{ nodes, edges, nodeTypes, edgeTypes, colorMode }}
          onInit={(flow) => {
            // Shows the whole width. A very wide graph shows its beginning at a readable size.
            const frameWidth = frame.current?.clientWidth ?? 800;
            const room = frameWidth - 2 * marginPx;
            const zoom = Math.min(1, Math.max(leastZoom, room / width));
            const x =
              width * zoom <= room
                ? (frameWidth - width * zoom) / 2
                : Math.min(
                    marginPx,
                    Math.max(frameWidth / 2 - beginX * zoom, frameWidth - marginPx - width * zoom),
                  );
            void flow.setViewport({ x, y: marginPx, zoom }).then(reveal.onBegin);
          }}
        >
          {palette ? <Panel position="top-left">{palette}</Panel> : null}
        </ReactFlow>
      </div>
      <ZoomButtons />
    </div>
  );
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
    <Button.Group className="graph-zoom">
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
