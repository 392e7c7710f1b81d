import type { Dialogue, ListenOption } from './dialogue.ts';
import { type Edge, edgesOf } from './edges.ts';
import { parsePhrase, slotsOf } from './phrase.ts';

/** A problem in the structure of a dialogue, with the path of its field. */
interface DialogueProblem {
  path: (string | number)[];
  message: string;
}

/** Returns the structural problems of a dialogue; empty when it can be played. */
export function checkDialogue(dialogue: Dialogue): DialogueProblem[] {
  const names = Object.keys(dialogue.nodes);
  const edges = new Map(names.map((name) => [name, edgesOf(dialogue, name)]));
  const targets = unknownTargets(dialogue, [...edges.values()].flat());
  // The other checks need a graph whose targets all exist.
  if (targets.length > 0) return targets;
  return [
    ...unknownSlots(dialogue),
    ...unreachable(dialogue, edges),
    ...rounds(names, edges),
    ...withoutExit(dialogue, edges),
  ];
}

function unknownTargets(dialogue: Dialogue, edges: readonly Edge[]): DialogueProblem[] {
  const isKnown = (name: string) => Object.hasOwn(dialogue.nodes, name);
  const problems = edges
    .filter(({ to }) => !isKnown(to))
    .map(({ path, to }) => ({ path: [...path], message: `there is no node ${to}` }));
  if (!isKnown(dialogue.start))
    problems.unshift({ path: ['start'], message: `there is no node ${dialogue.start}` });
  // A problem of the defaults for all listening nodes is reported once.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function unknownSlots(dialogue: Dialogue): DialogueProblem[] {
  const problems: DialogueProblem[] = [];
  const need = (slot: string, path: (string | number)[]) => {
    if (Object.hasOwn(dialogue.slots, slot)) return;
    problems.push({ path, message: `there is no slot ${slot} in slots` });
  };
  const needAll = (options: readonly ListenOption[], path: (string | number)[]) => {
    options.forEach((option, index) => {
      option.phrases.forEach((phrase, at) => {
        for (const slot of slotsOf(parsePhrase(phrase))) need(slot, [...path, index, 'phrases', at]);
      });
    });
  };
  needAll(dialogue.anywhere, ['anywhere']);
  for (const [name, { listen }] of Object.entries(dialogue.nodes)) {
    if (listen?.slot !== undefined) need(listen.slot, ['nodes', name, 'listen', 'slot']);
    needAll(listen?.options ?? [], ['nodes', name, 'listen', 'options']);
  }
  return problems;
}

function unreachable(dialogue: Dialogue, edges: ReadonlyMap<string, Edge[]>): DialogueProblem[] {
  const reached = reach([dialogue.start], (name) => edges.get(name)!.map(({ to }) => to));
  return [...edges.keys()]
    .filter((name) => !reached.has(name))
    .map((name) => ({ path: ['nodes', name], message: `no node leads to node ${name}` }));
}

/** Returns nodes in a cycle without listening, which would never end. */
function rounds(names: readonly string[], edges: ReadonlyMap<string, Edge[]>): DialogueProblem[] {
  const next = (name: string) => edges.get(name)!.flatMap(({ to, waits }) => (waits ? [] : [to]));
  return names
    .filter((name) => reach(next(name), next).has(name))
    .map((name) => ({
      path: ['nodes', name],
      message: `node ${name} leads back to itself without listening`,
    }));
}

function withoutExit(dialogue: Dialogue, edges: ReadonlyMap<string, Edge[]>): DialogueProblem[] {
  const before = new Map<string, string[]>();
  for (const [name, ways] of edges) {
    for (const { to } of ways) before.set(to, [...(before.get(to) ?? []), name]);
  }
  const isExit = (name: string) => {
    const { end, transfer, stage } = dialogue.nodes[name]!;
    return end !== undefined || transfer !== undefined || stage !== undefined;
  };
  const leaving = reach([...edges.keys()].filter(isExit), (name) => before.get(name) ?? []);
  return [...edges.keys()]
    .filter((name) => !leaving.has(name))
    .map((name) => ({
      path: ['nodes', name],
      message: `node ${name} leads to no end, no transfer and no stage`,
    }));
}

/** Returns all nodes that are reachable from `from`, including itself. */
function reach(from: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const reached = new Set(from);
  for (const name of reached) for (const to of next(name)) reached.add(to);
  return reached;
}
