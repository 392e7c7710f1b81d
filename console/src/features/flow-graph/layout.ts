import type { FlowView, StageView } from '../flow-stages/index.ts';
import { type Layout, layOutRegion, type Measures } from './region.ts';

/** In units of the canvas. */
const frameHead = 34;
const framePadding = 20;
const regionGap = 56;
const frameGap = 28;

/**
 * Lays a flow out from top to bottom. Stages that are reached from everywhere get a frame on the right, and stages that
 * are not reached in a second one.
 */
export function layOut(flow: FlowView, measures: Measures): Layout {
  const parts = partsOf(flow);
  const region = (stages: readonly StageView[]) => layOutRegion(stages, flow, measures);
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
