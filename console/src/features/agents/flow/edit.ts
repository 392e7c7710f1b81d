import { type ConditionKind, type FinishView, flowView, type StageView } from '../../flow-stages/index.ts';
import { at, isObject, withValue } from '../../json-text/index.ts';
import { renamedInDialogue } from './rename-in-dialogue.ts';

/** The names of stages, as the API accepts them. */
export const stageName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
/** The names of variables, as the API accepts them. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Returns a flow with one stage. Without a model, the stage speaks fixed words. */
export function emptyFlow(hasModel = true): unknown {
  return {
    start: 'welcome',
    variables: { type: 'object', properties: {} },
    stages: { welcome: newStage(hasModel) },
  };
}

function newStage(hasModel: boolean): object {
  return {
    ...(hasModel
      ? { instructions: 'Ask the caller how you can help.', says: null, finish: null }
      : { instructions: '', says: 'Thank you. Goodbye.', finish: 'end-call' }),
    ...{ dialogue: null, tools: null, collects: [], edges: [], global: null },
  };
}

/** Returns the flow with other fields of a stage. Fields that are not given stay. */
export function withStage(flow: unknown, name: string, changes: object): unknown {
  const stage = at(flow, ['stages', name]);
  return withValue(flow, ['stages', name], { ...(isObject(stage) ? stage : {}), ...changes });
}

/** Returns the flow with a new stage and its name. If `from` is given, a way leads from that stage to the new one. */
export function withNewStage(
  flow: unknown,
  from: string | null,
  hasModel: boolean,
): { flow: unknown; name: string } {
  const taken = new Set(Object.keys(stagesOf(flow)));
  let number = taken.size + 1;
  while (taken.has(`stage${number}`)) number += 1;
  const name = `stage${number}`;
  const first = taken.size === 0 ? withValue(flow, ['start'], name) : flow;
  const added = withValue(first, ['stages', name], newStage(hasModel));
  if (from === null) return { flow: added, name };
  const view = flowView(added);
  const stage = view.stages.find((one) => one.name === from);
  if (!stage) return { flow: added, name };
  // Fixed words without a model end the call, until something follows them.
  const isLast = !hasModel && stage.kind === 'fixed' && stage.finish?.kind === 'end';
  const before = isLast ? { ...stage, finish: null } : stage;
  const edges = [...edgesOf(added, from), { to: name, ...firstCondition(before, hasModel) }];
  return { flow: withStage(added, from, { edges, ...(isLast && { finish: null }) }), name };
}

/** Returns the condition of a new edge of a stage. It can be published as it is. */
export function firstCondition(stage: StageView, hasModel: boolean): object {
  if (stage.dialogue || !goesOn(stage.finish)) return { failure: true };
  return conditionFor(hasModel ? 'choice' : 'keys', stage, []);
}

/** Returns a condition of a kind for an edge of a stage. It can be published as it is. */
export function conditionFor(
  kind: ConditionKind,
  { ways, collects }: StageView,
  variables: readonly string[],
): object {
  switch (kind) {
    case 'choice':
      return { choice: 'the caller wants to go on' };
    case 'keys': {
      const taken = ways.flatMap(({ condition }) => (condition.kind === 'keys' ? [condition.value] : []));
      return { keys: [...'123456789'].find((key) => !taken.includes(key)) ?? '0' };
    }
    case 'when': {
      const names = collects.length > 0 ? collects : variables.slice(0, 1);
      return { when: names.length === 0 ? 'true' : allKnown(names) };
    }
    default:
      return { [kind]: true };
  }
}

/** Returns the condition that all these variables are known. */
export function allKnown(names: readonly string[]): string {
  return names.map((name) => `vars.${name} != null`).join(' && ');
}

/** Returns true when the conversation may go on in the stage after its words. */
export function goesOn(finish: FinishView | null): boolean {
  return finish === null || (finish.kind === 'handOver' && finish.mayReturn);
}

/** Returns how a stage that becomes global is reached, until the builder says otherwise. */
export function newGlobal(hasModel: boolean): object {
  return {
    ...(hasModel && { choice: 'the caller wants to speak to a person' }),
    ...{ phrases: ['[*] (person | human | operator) [*]'], keys: '0' },
  };
}

/** Returns the flow without a stage and the edges that lead to it, and the number of these edges. */
export function withoutStage(flow: unknown, name: string): { flow: unknown; edgeCount: number } {
  const { [name]: _, ...others } = stagesOf(flow);
  let edgeCount = 0;
  const stages = mapValues(others, (stage, other) => {
    const edges = edgesOf(flow, other);
    const kept = edges.filter((edge) => !isObject(edge) || edge.to !== name);
    edgeCount += edges.length - kept.length;
    return kept.length === edges.length ? stage : { ...(stage as object), edges: kept };
  });
  const left = withValue(flow, ['stages'], stages);
  const start = at(flow, ['start']);
  return {
    flow: start === name ? withValue(left, ['start'], Object.keys(stages)[0] ?? '') : left,
    edgeCount,
  };
}

/** Returns the flow with another name for a stage. The start, edges and dialogues that name it follow. */
export function withStageRenamed(flow: unknown, from: string, to: string): unknown {
  const follow = (stage: unknown): unknown => {
    if (!isObject(stage)) return stage;
    const changed = { ...stage };
    if (Array.isArray(stage.edges)) changed.edges = stage.edges.map((edge) => pointed(edge, 'to'));
    if (isObject(stage.dialogue) && isObject(stage.dialogue.nodes)) {
      const nodes = mapValues(stage.dialogue.nodes, (node) => pointed(node, 'stage'));
      changed.dialogue = { ...stage.dialogue, nodes };
    }
    return changed;
  };
  const pointed = (part: unknown, field: string): unknown =>
    isObject(part) && part[field] === from ? { ...part, [field]: to } : part;
  const entries = Object.entries(stagesOf(flow)).map(([name, stage]) => [
    name === from ? to : name,
    follow(stage),
  ]);
  return withValue(pointed(flow, 'start'), ['stages'], Object.fromEntries(entries));
}

/** Returns the flow with another name for a variable. Stages, conditions, texts and dialogues follow. */
export function withVariableRenamed(flow: unknown, from: string, to: string): unknown {
  const properties = at(flow, ['variables', 'properties']);
  const entries = Object.entries(isObject(properties) ? properties : {});
  const renamed = Object.fromEntries(entries.map(([name, schema]) => [name === from ? to : name, schema]));
  const inText = (text: unknown) =>
    typeof text === 'string'
      ? text.replaceAll(new RegExp(`\\{\\{\\s*${from}\\s*\\}\\}`, 'g'), `{{${to}}}`)
      : text;
  const inCondition = (text: unknown) =>
    typeof text === 'string' ? text.replaceAll(new RegExp(`\\bvars\\.${from}\\b`, 'g'), `vars.${to}`) : text;
  const stages = mapValues(stagesOf(flow), (stage) => {
    if (!isObject(stage)) return stage;
    const changed: Record<string, unknown> = { ...stage };
    for (const field of ['instructions', 'says']) if (field in stage) changed[field] = inText(stage[field]);
    if (isObject(stage.finish)) changed.finish = { ...stage.finish, transfer: inText(stage.finish.transfer) };
    if (isObject(stage.dialogue)) changed.dialogue = renamedInDialogue(stage.dialogue, from, to);
    if (Array.isArray(stage.collects))
      changed.collects = stage.collects.map((name: unknown) => (name === from ? to : name));
    if (Array.isArray(stage.edges))
      changed.edges = stage.edges.map((edge: unknown) =>
        isObject(edge) && 'when' in edge ? { ...edge, when: inCondition(edge.when) } : edge,
      );
    return changed;
  });
  return withValue(withValue(flow, ['variables', 'properties'], renamed), ['stages'], stages);
}

/** Returns the flow without a variable. Stages no longer collect it. */
export function withoutVariable(flow: unknown, name: string): unknown {
  const stages = mapValues(stagesOf(flow), (stage) =>
    isObject(stage) && Array.isArray(stage.collects) && stage.collects.includes(name)
      ? { ...stage, collects: stage.collects.filter((one: unknown) => one !== name) }
      : stage,
  );
  return withValue(withValue(flow, ['variables', 'properties', name], undefined), ['stages'], stages);
}

/** Returns the edges of a stage as they are stored. */
export function edgesOf(flow: unknown, name: string): unknown[] {
  const edges = at(flow, ['stages', name, 'edges']);
  return Array.isArray(edges) ? edges : [];
}

function stagesOf(flow: unknown): Record<string, unknown> {
  const stages = at(flow, ['stages']);
  return isObject(stages) ? stages : {};
}

function mapValues(
  fields: Record<string, unknown>,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}
