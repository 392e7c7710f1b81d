import './flow-graph.css';
import { lazy, type ReactNode, useMemo } from 'react';
import { flowView, type StageVisit } from '../flow-stages/index.ts';
import { GraphView, type Marks } from '../graph/index.ts';
import type { FlowGraphState } from './flow-graph-context.ts';
import { StageList } from './stage-list.tsx';
import { visitMarks } from './visits.ts';

const FlowCanvas = lazy(async () => ({ default: (await import('./flow-canvas.tsx')).FlowCanvas }));

interface FlowGraphProps {
  /** The flow of an agent. A draft may be incomplete or invalid. */
  flow: unknown;
  /** Names the graph for screen readers. */
  label: string;
  selected?: string | null;
  onSelect?: (stage: string) => void;
  /** The problems of a draft by stage. */
  marks?: Marks;
  /** The visits of a call or chat, by stage. The other stages are dimmed. */
  visits?: ReadonlyMap<string, StageVisit>;
  /** The ways that a call or chat has taken. */
  taken?: readonly { from: string | null; to: string }[];
  /** Beside the choice between graph and list. */
  aside?: ReactNode;
}

const none: Marks = new Map();

/** A flow as a graph or as a list. It only shows; `onSelect` may open a form or a part of a record beside it. */
export function FlowGraph(props: FlowGraphProps) {
  const {
    flow,
    label,
    selected = null,
    onSelect = () => undefined,
    marks = none,
    visits,
    taken,
    aside,
  } = props;
  const view = useMemo(() => flowView(flow), [flow]);
  const shown = useMemo(() => (visits ? visitMarks(visits) : marks), [visits, marks]);
  const ways = useMemo(() => new Set((taken ?? []).map(({ from, to }) => `${from}→${to}`)), [taken]);
  const isShown = view.stages.some(({ name }) => name === selected);
  const state: FlowGraphState = {
    ...{ selected, onSelect },
    marks: shown,
    tabStop: isShown ? selected! : (view.stages[0]?.name ?? ''),
    isTrace: visits !== undefined,
    taken: ways,
  };
  return (
    <GraphView
      label={label}
      aside={aside}
      graph={<FlowCanvas flow={view} label={label} state={state} />}
      list={<StageList flow={view} state={state} />}
    />
  );
}
