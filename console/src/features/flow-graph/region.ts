import {
  type Edge,
  type EdgeLabel,
  Graph,
  type GraphLabel,
  layout as layOutRanks,
  type NodeLabel,
} from '@dagrejs/dagre';
import { conditionText, type FlowView, type StageView } from '../flow-stages/index.ts';
import { pointsOfLines } from './lines.ts';
import { firstWords, reachText, stageFacts } from './stage-text.ts';

/** In units of the canvas. The style sheet has the same heights. */
const nodeWidth = 248;
const headHeight = 52;
const rowHeight = 17;
const rowsPadding = 10;
const labelWidthMax = 220;
const labelRowHeight = 17;
/** The space for words in a node, and beside them in a label. */
const wordsWidth = nodeWidth - 26;
const labelPadding = 16;
const labelStep = 20;
/** How much shorter than others the first way to a stage is drawn. */
const treeWeight = 6;

type RankedGraph = Graph<GraphLabel, NodeLabel, EdgeLabel>;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A drawn element, from its upper left corner. */
export type Place = Box & { id: string } & (
    | { kind: 'stage'; stage: StageView }
    /** The conditions of a way. */
    | { kind: 'label'; rows: LabelRow[]; from: string; to: string }
    /** Stands for a stage that is drawn elsewhere, or does not exist. */
    | { kind: 'stub'; from: string; to: string; isLost: boolean }
    | { kind: 'frame'; title: string }
  );

/** A condition of a way, with the number of lines that it takes. */
interface LabelRow {
  text: string;
  lineCount: 1 | 2;
}

/** A line from one stage to another, or to a stub. */
export interface Line {
  id: string;
  /** The places at its ends. */
  source: string;
  target: string;
  /** The stages that it connects. */
  from: string;
  to: string;
  points: { x: number; y: number }[];
}

/** A whole graph with its size. */
export interface Layout {
  places: Place[];
  lines: Line[];
  width: number;
  height: number;
}

/** The sizes of texts and notes on the page, for the layout. */
export interface Measures {
  /** Returns whether a stage has one more line. */
  hasNote: (name: string) => boolean;
  /** Returns the width of small text. */
  widthOf: (text: string) => number;
}

function sizeOf(stage: StageView, { hasNote, widthOf }: Measures): { width: number; height: number } {
  const lineCount = (text: string | null) => (text ? (widthOf(text) > wordsWidth ? 2 : 1) : 0);
  const rows =
    lineCount(firstWords(stage)) +
    lineCount(reachText(stage)) +
    stageFacts(stage).length +
    (hasNote(stage.name) ? 1 : 0);
  return { width: nodeWidth, height: headHeight + (rows === 0 ? 0 : rows * rowHeight + rowsPadding) };
}

/** Lays out stages from top to bottom. A way to a stage that is not among them ends at a stub. */
export function layOutRegion(stages: readonly StageView[], flow: FlowView, measures: Measures): Layout {
  const own = new Set(stages.map(({ name }) => name));
  const known = new Set(flow.stages.map(({ name }) => name));
  const nodes = stages.map((stage): RankedNode => [stage.name, sizeOf(stage, measures)]);
  const ways = stages.flatMap((stage) => waysOf(stage, own, known, measures));
  const graph = ranked(nodes, ways);
  const box = (name: string) => centred(graph.node(name) as Required<Box>);
  const stagePlaces = stages.map(
    (stage): Place => ({ kind: 'stage', id: stage.name, stage, ...box(stage.name) }),
  );
  const stubs = ways.flatMap(({ from, to, target, stub }): Place[] =>
    stub ? [{ kind: 'stub', id: target, from, to, isLost: stub.isLost, ...box(target) }] : [],
  );
  const labels = ways.map(({ from, to, target, label }): Place => {
    const edge = graph.edge(from, target) as Required<Box>;
    return { kind: 'label', id: `label ${from} ${target}`, from, to, rows: label.rows, ...centred(edge) };
  });
  const lines = linesOf(graph, ways, [...stagePlaces, ...stubs], labels);
  const { width = 0, height = 0 } = stages.length > 0 ? graph.graph() : {};
  return { places: [...stagePlaces, ...stubs, ...labels], lines, width, height };
}

type RankedNode = [name: string, size: { width: number; height: number }];

/** The last graphs by what they consist of. */
const lastGraphs = new Map<string, RankedGraph>();
/** Each graph has a part or two for its frames. */
const graphsMax = 8;

/**
 * Places nodes in ranks. Text that is typed in a stage rarely changes a size, and 100 stages take 0.9 s of processor time, so
 * the last graphs are kept.
 */
function ranked(nodes: readonly RankedNode[], ways: readonly Way[]): RankedGraph {
  const parts = ways.map(({ from, target, stub, label }) => [from, target, stub?.size, label.size]);
  const key = JSON.stringify([nodes, parts]);
  const graph = lastGraphs.get(key) ?? newGraph(nodes, ways);
  // The most recent one is the last.
  lastGraphs.delete(key);
  lastGraphs.set(key, graph);
  if (lastGraphs.size > graphsMax) lastGraphs.delete(lastGraphs.keys().next().value!);
  return graph;
}

function newGraph(nodes: readonly RankedNode[], ways: readonly Way[]): RankedGraph {
  const graph = new Graph() as RankedGraph;
  graph.setGraph({ rankdir: 'TB', nodesep: 32, edgesep: 18, ranksep: 64 });
  for (const [name, size] of nodes) graph.setNode(name, { ...size });
  // A stage stands close below the first stage that leads to it.
  const reached = new Set(nodes.slice(0, 1).map(([name]) => name));
  for (const { from, target, stub, label } of ways) {
    if (stub) graph.setNode(target, { ...stub.size });
    const weight = reached.has(target) ? 1 : treeWeight;
    graph.setEdge(from, target, { ...label.size, labelpos: 'c', weight });
    reached.add(target);
  }
  if (nodes.length > 0) layOutRanks(graph);
  if (isMirrored(graph, ways)) mirror(graph);
  return graph;
}

/** Returns true when most ways of a stage are drawn from right to left. */
function isMirrored(graph: RankedGraph, ways: readonly Way[]): boolean {
  let leftwards = 0;
  ways.forEach(({ from, target }, index) => {
    const next = ways[index + 1];
    if (next?.from !== from) return;
    leftwards += Math.sign(graph.edge(from, target).x! - graph.edge(from, next.target).x!);
  });
  return leftwards > 0;
}

function mirror(graph: RankedGraph): void {
  const { width = 0 } = graph.graph();
  const parts = [
    ...graph.nodes().map((name: string) => graph.node(name)),
    ...graph.edges().map((edge: Edge) => graph.edge(edge)),
    ...graph.edges().flatMap((edge: Edge) => graph.edge(edge).points ?? []),
  ];
  for (const part of parts) part.x = width - part.x!;
}

/** A way as it is drawn: all edges between the same two stages. */
interface Way {
  from: string;
  to: string;
  /** The id of the place where the line ends. */
  target: string;
  stub: { size: { width: number; height: number }; isLost: boolean } | null;
  label: { rows: LabelRow[]; size: { width: number; height: number } };
}

function waysOf(
  stage: StageView,
  own: ReadonlySet<string>,
  known: ReadonlySet<string>,
  { widthOf }: Measures,
): Way[] {
  const { name: from } = stage;
  return [...new Set(stage.ways.map(({ to }) => to))].map((to) => {
    const texts = stage.ways.filter((way) => way.to === to).map(({ condition }) => conditionText(condition));
    // In steps, so that not every letter moves the graph.
    const width = Math.ceil((Math.max(...texts.map(widthOf)) + labelPadding) / labelStep) * labelStep;
    const rows = texts.map(
      (text): LabelRow => ({ text, lineCount: widthOf(text) + labelPadding > labelWidthMax ? 2 : 1 }),
    );
    const lineCount = rows.reduce((sum, row) => sum + row.lineCount, 0);
    const size = { width: Math.min(width, labelWidthMax), height: lineCount * labelRowHeight + 6 };
    const isDrawn = own.has(to) && to !== from;
    const stubSize = { width: Math.min(200, Math.ceil(widthOf(`→ ${to || 'no stage'}`)) + 24), height: 26 };
    return {
      ...{ from, to, label: { rows, size } },
      target: isDrawn ? to : `stub ${from} ${to}`,
      stub: isDrawn ? null : { size: stubSize, isLost: !known.has(to) || to === from },
    };
  });
}

function linesOf(
  graph: RankedGraph,
  ways: readonly Way[],
  ends: readonly Place[],
  labels: readonly Place[],
): Line[] {
  const boxes = new Map(ends.map((place) => [place.id, place]));
  /** Half the height of each rank by its middle, so that lines turn only between ranks. */
  const halves = new Map<number, number>();
  for (const { y, height } of [...ends, ...labels]) {
    const middle = Math.round(2 * y + height);
    halves.set(middle, Math.max(halves.get(middle) ?? 0, height / 2));
  }
  const courses = ways.map(({ from, target }) => {
    const { points = [] } = graph.edge(from, target) as { points?: { x: number; y: number }[] };
    // The first and the last point are on the borders of the nodes.
    const inner = points.slice(1, -1).map(({ x, y }) => ({ x, y, half: halves.get(Math.round(2 * y)) ?? 0 }));
    return { source: boxes.get(from)!, target: boxes.get(target)!, inner };
  });
  const points = pointsOfLines(courses);
  return ways.map(({ from, to, target }, index) => ({
    ...{ id: `${from}→${target}`, source: from, target, from, to },
    points: points[index]!,
  }));
}

function centred({ x, y, width, height }: Box): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}
