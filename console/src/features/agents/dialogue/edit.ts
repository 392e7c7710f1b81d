import { at, isObject, isSame, type Path, withValue } from '../../json-text/index.ts';

/** The names of nodes, as the API accepts them. */
export const nodeName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
/** The names of slots, as the API accepts them. */
export const slotName = /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A JSON object of a draft, which may be incomplete or invalid. */
export type Fields = Readonly<Record<string, unknown>>;

/** The steps of a node, in the order in which the form offers them. */
export const stepKinds = ['listen', 'goto', 'branch', 'call', 'transfer', 'stage', 'end'] as const;
export type StepKind = (typeof stepKinds)[number];

/** The names that a dialogue may use. */
export interface Surroundings {
  tools: readonly string[];
  destinations: readonly string[];
  /** The other stages of the flow; null outside a flow. */
  stages: readonly string[] | null;
}

/** Returns a dialogue that greets, asks and ends. */
export function newDialogue(): Fields {
  return {
    start: 'ask',
    slots: {},
    nodes: {
      ask: {
        say: 'Hello. Shall we begin?',
        listen: { options: [{ phrases: ['yes', 'yes please'], goto: 'bye' }] },
      },
      bye: newNode(),
    },
  };
}

function newNode(): Fields {
  return { say: 'Thank you. Goodbye.', end: true };
}

export function fieldsAt(json: unknown, path: Path): Fields {
  const found = at(json, path);
  return isObject(found) ? found : {};
}

export function listAt(json: unknown, path: Path): unknown[] {
  const found = at(json, path);
  return Array.isArray(found) ? found : [];
}

/** Returns the step of a node, or null when it has none yet. */
export function stepOf(node: Fields): StepKind | null {
  return stepKinds.find((kind) => node[kind] !== undefined && node[kind] !== null) ?? null;
}

/** Returns the step that asks on after the dialogue's answers: the one to which most of them lead. `null` when no step listens. */
export function askingStep(dialogue: Fields): string | null {
  const nodes = Object.entries(fieldsAt(dialogue, ['nodes'])) as [string, Fields][];
  const listening = nodes.filter(([, node]) => stepOf(node) === 'listen').map(([name]) => name);
  const counts = new Map<string, number>();
  for (const [, { say, goto }] of nodes) {
    if (typeof say !== 'string' || typeof goto !== 'string' || !listening.includes(goto)) continue;
    counts.set(goto, (counts.get(goto) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (most) return most[0];
  const start = String(dialogue.start);
  return listening.includes(start) ? start : (listening[0] ?? null);
}

/** Returns the steps that can be published in these surroundings. */
export function possibleSteps({ tools, destinations, stages }: Surroundings): StepKind[] {
  return stepKinds.filter(
    (kind) =>
      !(kind === 'call' && tools.length === 0) &&
      !(kind === 'transfer' && destinations.length === 0) &&
      !(kind === 'stage' && !stages?.length),
  );
}

/**
 * Returns the dialogue with another step of a node. The step leads where the former one led, or else to the node that asks on. If
 * there is neither, its target is empty, for the builder to choose.
 */
export function withStep(dialogue: Fields, name: string, kind: StepKind, around: Surroundings): Fields {
  const node = fieldsAt(dialogue, ['nodes', name]);
  const kept = Object.fromEntries(Object.entries(node).filter(([key]) => key === 'say' || key === 'set'));
  const put = (base: Fields, step: object) =>
    withValue(base, ['nodes', name], { ...kept, ...step }) as Fields;
  if (kind === 'end') return put(dialogue, { end: true });
  if (kind === 'stage') return put(dialogue, { stage: around.stages?.[0] ?? '' });
  const led = targetsOf(node).find((target) => target !== name) ?? askingStep(dialogue);
  return put(dialogue, stepTo(kind, led === null || led === name ? '' : led, dialogue, around));
}

function stepTo(kind: StepKind, to: string, dialogue: Fields, { tools, destinations }: Surroundings): object {
  switch (kind) {
    case 'listen':
      return { listen: { options: [{ ...newOption(), goto: to }] } };
    case 'branch':
      return { branch: [newCase(dialogue, to)], otherwise: to };
    case 'call':
      return { call: { tool: tools[0] ?? '', arguments: {}, result: {}, onSuccess: to, onFailure: to } };
    case 'transfer':
      return { transfer: { destination: destinations[0] ?? '', onFailure: to } };
    default:
      return { goto: to };
  }
}

/** Returns an answer to listen for. Its words and its target are for the builder to choose. */
export function newOption(): Fields {
  return { phrases: [], goto: '' };
}

/** Returns a case of a branch, which asks whether the first slot is known. */
export function newCase(dialogue: Fields, to: string): Fields {
  const [slot = 'first_name'] = Object.keys(fieldsAt(dialogue, ['slots']));
  return { if: { name: slot, exists: true }, goto: to };
}

/** Returns the dialogue with another node, which says goodbye. Something must lead to it. */
export function withNewNode(dialogue: Fields): { dialogue: Fields; name: string } {
  const nodes = fieldsAt(dialogue, ['nodes']);
  const name = freeName('step', Object.keys(nodes));
  return { dialogue: withValue(dialogue, ['nodes', name], newNode()) as Fields, name };
}

/** Returns the dialogue without new nodes that no other leads to any more, as when another target was chosen instead. */
export function withoutForgotten(dialogue: Fields): Fields {
  const forgotten = [...unreachedNodes(dialogue)].filter((name) =>
    isSame(fieldsAt(dialogue, ['nodes', name]), newNode()),
  );
  return forgotten.reduce(withoutNode, dialogue);
}

/** Returns a node as problems and lists name it: its name, and the beginning of its words. */
export function nodeLabel(dialogue: Fields, name: string): string {
  const { say } = fieldsAt(dialogue, ['nodes', name]);
  if (typeof say !== 'string' || say === '') return name;
  return `${name} (“${say.length > 40 ? `${say.slice(0, 39).trimEnd()}…` : say}”)`;
}

/** Returns the dialogue with another slot, which takes all that is said. */
export function withNewSlot(dialogue: Fields): { dialogue: Fields; name: string } {
  const name = freeName('answer', Object.keys(fieldsAt(dialogue, ['slots'])));
  return { dialogue: withValue(dialogue, ['slots', name], { type: 'text' }) as Fields, name };
}

export function freeName(word: string, taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`${word}${number}`)) number += 1;
  return `${word}${number}`;
}

const targetKeys = new Set(['goto', 'otherwise', 'onSuccess', 'onFailure']);
/** Fields whose keys are names that the builder chose. */
const ownKeys = new Set(['set', 'arguments', 'result', 'if']);

/** Returns the nodes that a part of a dialogue leads to, with the places that name them. */
export function targetPathsOf(part: unknown, path: Path = []): { to: string; path: Path }[] {
  if (Array.isArray(part)) return part.flatMap((one, index) => targetPathsOf(one, [...path, index]));
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (ownKeys.has(key)) return [];
    const own = [...path, key];
    return targetKeys.has(key) && typeof value === 'string'
      ? [{ to: value, path: own }]
      : targetPathsOf(value, own);
  });
}

/** Returns the nodes that a part of a dialogue leads to. */
export function targetsOf(part: unknown): string[] {
  return targetPathsOf(part).map(({ to }) => to);
}

function withTargets(part: unknown, from: string, to: string): unknown {
  if (Array.isArray(part)) return part.map((one) => withTargets(one, from, to));
  if (!isObject(part)) return part;
  return mapEntries(part, (key, value) => {
    if (ownKeys.has(key)) return [key, value];
    return [key, targetKeys.has(key) && value === from ? to : withTargets(value, from, to)];
  });
}

/** Returns the dialogue with another name for a node. Everything that leads to it follows. */
export function withNodeRenamed(dialogue: Fields, from: string, to: string): Fields {
  return mapEntries(dialogue, (key, value) => {
    if (key === 'start') return [key, value === from ? to : value];
    if (key === 'slots') return [key, value];
    if (key !== 'nodes' || !isObject(value)) return [key, withTargets(value, from, to)];
    const nodes = mapEntries(value, (name, node) => [name === from ? to : name, withTargets(node, from, to)]);
    return [key, nodes];
  });
}

/** Returns the dialogue without a node. If it was the start, the first of the others is. */
export function withoutNode(dialogue: Fields, name: string): Fields {
  const left = withValue(dialogue, ['nodes', name], undefined) as Fields;
  if (left.start !== name) return left;
  const [start] = Object.keys(fieldsAt(left, ['nodes']));
  return start === undefined ? left : { ...left, start };
}

/** Returns the dialogue with another name for a slot. Nodes, phrases, conditions and texts follow. */
export function withSlotRenamed(dialogue: Fields, from: string, to: string): Fields {
  const inText = (text: string) =>
    text.replaceAll(new RegExp(`(\\{\\{?\\s*)${from}(\\s*\\}\\}?)`, 'g'), `$1${to}$2`);
  const follow = (part: unknown, within: string): unknown => {
    if (typeof part === 'string') {
      const isName = (within === 'slot' || within === 'name') && part === from;
      return isName ? to : inText(part);
    }
    if (Array.isArray(part)) return part.map((one) => follow(one, within));
    if (!isObject(part)) return part;
    const names = within === 'slots' || within === 'set' || within === 'result';
    return mapEntries(part, (key, value) => [
      names && key === from ? to : key,
      within === 'slots' ? value : follow(value, within === 'nodes' || within === 'arguments' ? '' : key),
    ]);
  };
  return follow(dialogue, '') as Fields;
}

/** Returns the names of the nodes that cannot be reached. */
export function unreachedNodes(dialogue: Fields): Set<string> {
  const nodes = fieldsAt(dialogue, ['nodes']);
  const reached = new Set([String(dialogue.start)]);
  // Every listening node has the ways of the whole dialogue too.
  const common = targetsOf([dialogue.anywhere, dialogue.noMatch, dialogue.noInput]);
  for (const name of reached) {
    const node = nodes[name];
    const isListening = isObject(node) && stepOf(node) === 'listen';
    for (const to of [...targetsOf(node), ...(isListening ? common : [])]) reached.add(to);
  }
  return new Set(Object.keys(nodes).filter((name) => !reached.has(name)));
}

function mapEntries(
  fields: Fields,
  change: (key: string, value: unknown) => [string, unknown],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => change(key, value)));
}
