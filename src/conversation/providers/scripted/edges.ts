import type { Dialogue, Fallback, ListenOption } from './dialogue.ts';

/** An edge from one node to another, with the path of its field. */
export interface Edge {
  to: string;
  path: (string | number)[];
  /** Whether the agent listens before it follows this edge. */
  waits: boolean;
}

/** Returns all edges out of a node. */
export function edgesOf(dialogue: Dialogue, name: string): Edge[] {
  const { listen, branch, otherwise, call, goto, transfer } = dialogue.nodes[name]!;
  const edges: Edge[] = [];
  const add = (to: string | null | undefined, path: (string | number)[], waits = false) => {
    if (to !== null && to !== undefined) edges.push({ to, path, waits });
  };
  const at = (...rest: (string | number)[]) => ['nodes', name, ...rest];
  add(goto, at('goto'));
  for (const [index, way] of (branch ?? []).entries()) add(way.goto, at('branch', index, 'goto'));
  add(otherwise, at('otherwise'));
  add(call?.onSuccess, at('call', 'onSuccess'));
  add(call?.onFailure, at('call', 'onFailure'));
  add(transfer?.onFailure, at('transfer', 'onFailure'));
  if (!listen) return edges;
  const addOptions = (options: readonly ListenOption[], path: (string | number)[]) => {
    for (const [index, option] of options.entries()) add(option.goto, [...path, index, 'goto'], true);
  };
  const addFallback = (fallback: Fallback, path: (string | number)[]) =>
    add(fallback.goto, [...path, 'goto'], true);
  addOptions(listen.options, at('listen', 'options'));
  add(listen.goto, at('listen', 'goto'), true);
  addOptions(dialogue.anywhere, ['anywhere']);
  for (const kind of ['noMatch', 'noInput'] as const) {
    const own = listen[kind];
    addFallback(own ?? dialogue[kind], own ? at('listen', kind) : [kind]);
  }
  return edges;
}
