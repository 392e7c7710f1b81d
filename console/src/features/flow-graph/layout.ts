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
import { firstWords, stageFacts } from './stage-text.ts';

/** In units of the canvas. The style sheet has the same heights. */
const nodeWidth = 248;
const headHeight = 52;
const rowHeight = 17;
const rowsPadding = 10;
const labelWidthMax = 220;
const labelRowHeight = 17;
/** The average width of a character of labels and of a node's lines. */
const characterWidth = 6.9;
const frameHead = 34;
const framePadding = 20;
const regionGap = 56;
const frameGap = 28;
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
    | { kind: 'label'; rows: string[]; from: string; to: string }
    /** Stands for a stage that is drawn elsewhere, or does not exist. */
    | { kind: 'stub'; from: string; to: string; isLost: boolean }
    | { kind: 'frame'; title: string }
  );

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

/**
 * Lays a flow out from top to bottom. Stages that are reached from everywhere get a frame on the right, and stages that
 * are not reached in a second one. `hasNote` says which stages have one more line.
 */
export function layOut(flow: FlowView, hasNote: (name: string) => boolean = () => false): Layout {
  const parts = partsOf(flow);
  const sizes = new Map(flow.stages.map((stage) => [stage.name, sizeOf(stage, hasNote(stage.name))]));
  const region = (stages: readonly StageView[]) => layOutRegion(stages, flow, sizes);
  const stagesOf = (names: ReadonlySet<string>) => flow.stages.filter(({ name }) => names.has(name));
  const whole = region(stagesOf(parts.main));
  const left = whole.places.length === 0 ? 0 : whole.width + regionGap;
  const bottom = whole.height;
  let top = 0;
  for (const [title, names] of [
    ['Reached from every stage', parts.apart],
    ['Not reached yet', parts.lost],
  ] as const) {
    if (names.size === 0) continue;
    const inner = columns(connected(stagesOf(names)).map(region), bottom - top - frameHead - framePadding);
    const moved = shifted(inner, left + framePadding, top + frameHead);
    const size = {
      width: inner.width + 2 * framePadding,
      height: inner.height + frameHead + framePadding,
    };
    whole.places.unshift({ kind: 'frame', id: `frame ${title}`, title, x: left, y: top, ...size });
    whole.places.push(...moved.places);
    whole.lines.push(...moved.lines);
    top += size.height;
    whole.width = Math.max(whole.width, left + size.width);
    whole.height = Math.max(whole.height, top);
    top += frameGap;
  }
  return whole;
}

/** The stages along the ways from the start, those that are reached from everywhere with what follows, and the rest. */
function partsOf({ stages }: FlowView): Record<'main' | 'apart' | 'lost', Set<string>> {
  const named = new Map(stages.map((stage) => [stage.name, stage]));
  const globals = stages.filter(({ isStart, global }) => global && !isStart).map(({ name }) => name);
  const follow = (from: readonly string[], barred: ReadonlySet<string>) => {
    const found = new Set(from);
    for (const name of found)
      for (const { to } of named.get(name)?.ways ?? []) if (named.has(to) && !barred.has(to)) found.add(to);
    return found;
  };
  const starts = stages.filter(({ isStart }) => isStart).map(({ name }) => name);
  const main = follow(starts, new Set(globals));
  const apart = follow(globals, main);
  const rest = new Set([...named.keys()].filter((name) => !main.has(name) && !apart.has(name)));
  // Without a start, every stage that is not reached from everywhere would be lost.
  return starts.length === 0 ? { main: rest, apart, lost: new Set() } : { main, apart, lost: rest };
}

function sizeOf(stage: StageView, hasNote: boolean): { width: number; height: number } {
  const words = firstWords(stage);
  const wordRows = words === '' ? 0 : words.length * characterWidth > nodeWidth - 26 ? 2 : 1;
  const rows = wordRows + stageFacts(stage).length + (hasNote ? 1 : 0);
  return { width: nodeWidth, height: headHeight + (rows === 0 ? 0 : rows * rowHeight + rowsPadding) };
}

/** Divides stages into groups without ways between them. */
function connected(stages: readonly StageView[]): StageView[][] {
  const groups: StageView[][] = [];
  for (const stage of stages) {
    const touching = groups.filter((group) =>
      group.some((other) => leads(stage, other) || leads(other, stage)),
    );
    const rest = groups.filter((group) => !touching.includes(group));
    groups.splice(0, groups.length, ...rest, [...touching.flat(), stage]);
  }
  return groups;
}

function leads(from: StageView, to: StageView): boolean {
  return from.ways.some((way) => way.to === to.name);
}

function layOutRegion(
  stages: readonly StageView[],
  flow: FlowView,
  sizes: ReadonlyMap<string, { width: number; height: number }>,
): Layout {
  const graph = new Graph() as RankedGraph;
  graph.setGraph({ rankdir: 'TB', nodesep: 32, edgesep: 18, ranksep: 64 });
  const own = new Set(stages.map(({ name }) => name));
  const known = new Set(flow.stages.map(({ name }) => name));
  for (const { name } of stages) graph.setNode(name, { ...sizes.get(name)! });
  const ways = stages.flatMap((stage) => waysOf(stage, own, known));
  // A stage stands close below the first stage that leads to it.
  const reached = new Set(stages.slice(0, 1).map(({ name }) => name));
  for (const { from, target, stub, label } of ways) {
    if (stub) graph.setNode(target, { ...stub.size });
    graph.setEdge(from, target, {
      ...label.size,
      labelpos: 'c',
      weight: reached.has(target) ? 1 : treeWeight,
    });
    reached.add(target);
  }
  if (stages.length > 0) layOutRanks(graph);
  if (isMirrored(graph, ways)) mirror(graph);
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
  label: { rows: string[]; size: { width: number; height: number } };
}

function waysOf(stage: StageView, own: ReadonlySet<string>, known: ReadonlySet<string>): Way[] {
  const { name: from } = stage;
  return [...new Set(stage.ways.map(({ to }) => to))].map((to) => {
    const rows = stage.ways.filter((way) => way.to === to).map(({ condition }) => conditionText(condition));
    const longest = Math.max(...rows.map((row) => row.length)) * characterWidth + 26;
    const count = rows.reduce((sum, row) => sum + rowsOfLabel(row), 0);
    const size = { width: Math.min(longest, labelWidthMax), height: count * labelRowHeight + 6 };
    const isDrawn = own.has(to) && to !== from;
    const stubSize = { width: Math.min(180, (to.length + 4) * 7 + 20), height: 26 };
    return {
      ...{ from, to, label: { rows, size } },
      target: isDrawn ? to : `stub ${from} ${to}`,
      stub: isDrawn ? null : { size: stubSize, isLost: !known.has(to) || to === from },
    };
  });
}

/** Returns the number of lines of a condition: two at most. */
export function rowsOfLabel(text: string): 1 | 2 {
  return text.length * characterWidth + 26 > labelWidthMax ? 2 : 1;
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

/** Places graphs below each other, in columns of about this height. */
function columns(parts: readonly Layout[], heightMax: number): Layout {
  const whole: Layout = { places: [], lines: [], width: 0, height: 0 };
  let left = 0;
  let top = 0;
  for (const part of parts) {
    if (top > 0 && top + part.height > heightMax) {
      left = whole.width + 36;
      top = 0;
    }
    const { places, lines } = shifted(part, left, top);
    whole.places.push(...places);
    whole.lines.push(...lines);
    whole.width = Math.max(whole.width, left + part.width);
    whole.height = Math.max(whole.height, top + part.height);
    top += part.height + 36;
  }
  return whole;
}

function shifted({ places, lines, width, height }: Layout, x: number, y: number): Layout {
  return {
    ...{ width, height },
    places: places.map((place) => ({ ...place, x: place.x + x, y: place.y + y })),
    lines: lines.map((line) => ({
      ...line,
      points: line.points.map((point) => ({ x: point.x + x, y: point.y + y })),
    })),
  };
}
