import { isObject, type Path } from '../json-text/index.ts';
import { type Condition, conditionOf } from './conditions.ts';
import { wordsTo } from './words-to.ts';

/** A flow as it is shown. In a draft it may be incomplete or invalid. */
export interface FlowView {
  start: string;
  /** The names of the variables. */
  variables: string[];
  /** In reading order: from the start along the edges, then what is reached from everywhere, then the rest. */
  stages: StageView[];
}

export interface StageView {
  name: string;
  isStart: boolean;
  /** `empty`: nothing says yet how the stage is played. */
  kind: 'model' | 'fixed' | 'dialogue' | 'empty';
  instructions: string;
  says: string;
  dialogue: Readonly<Record<string, unknown>> | null;
  /** The names of the tools that may be used; null for all. */
  tools: string[] | null;
  collects: string[];
  ways: WayView[];
  /** How the stage is reached from every stage; null when it is not. */
  global: { choice: string; phrases: string[]; keys: string } | null;
  finish: FinishView | null;
  /** The sources that are searched; `agent`: those of the agent. */
  knowledge: 'agent' | 'all' | 'none' | string[];
}

/** The end of a stage: an end of the call, a transfer or a hand-over. */
export type FinishView =
  | { kind: 'end' }
  | { kind: 'transfer'; to: string }
  | { kind: 'handOver'; agentId: string; mayReturn: boolean; fields: Readonly<Record<string, unknown>> };

/** A way to another stage: an edge, or a node of the dialogue. */
export interface WayView {
  to: string;
  condition: Condition;
  /** The edge or node in the flow. */
  path: Path;
}

/** Returns the stages of a flow, whatever its validity. */
export function flowView(flow: unknown): FlowView {
  const fields = isObject(flow) ? flow : {};
  const start = textOf(fields.start);
  const variables =
    isObject(fields.variables) && isObject(fields.variables.properties) ? fields.variables.properties : {};
  const stages = Object.entries(isObject(fields.stages) ? fields.stages : {}).map(([name, stage]) =>
    stageView(name, isObject(stage) ? stage : {}, start),
  );
  return { start, variables: Object.keys(variables), stages: inReadingOrder(stages) };
}

function stageView(name: string, stage: Record<string, unknown>, start: string): StageView {
  const instructions = textOf(stage.instructions);
  const says = textOf(stage.says);
  const dialogue = isObject(stage.dialogue) ? stage.dialogue : null;
  const finish = finishOf(stage.finish);
  const isEmpty = instructions.trim() === '' && says.trim() === '' && finish === null;
  return {
    ...{ name, isStart: name === start, instructions, says, dialogue, finish },
    kind: dialogue ? 'dialogue' : isEmpty ? 'empty' : instructions.trim() === '' ? 'fixed' : 'model',
    tools: Array.isArray(stage.tools) ? stage.tools.map(String) : null,
    collects: textsOf(stage.collects),
    ways: waysOf(name, stage.edges, dialogue),
    knowledge: knowledgeOf(stage.knowledge),
    global: isObject(stage.global)
      ? {
          choice: textOf(stage.global.choice),
          phrases: textsOf(stage.global.phrases),
          keys: textOf(stage.global.keys),
        }
      : null,
  };
}

function waysOf(name: string, edges: unknown, dialogue: Record<string, unknown> | null): WayView[] {
  const own = (Array.isArray(edges) ? edges : []).map((edge: unknown, index): WayView => {
    const fields = isObject(edge) ? edge : {};
    return { to: textOf(fields.to), condition: conditionOf(fields), path: ['stages', name, 'edges', index] };
  });
  const nodes = dialogue && isObject(dialogue.nodes) ? Object.entries(dialogue.nodes) : [];
  const ofNodes = nodes.flatMap(([node, value]): WayView[] => {
    const to = isObject(value) ? textOf(value.stage) : '';
    const path = ['stages', name, 'dialogue', 'nodes', node];
    return to === '' ? [] : [{ to, condition: { kind: 'dialogue', value: wordsTo(node, dialogue!) }, path }];
  });
  return [...own, ...ofNodes];
}

function finishOf(finish: unknown): FinishView | null {
  if (finish === 'end-call') return { kind: 'end' };
  if (!isObject(finish)) return null;
  const { handOver: fields } = finish;
  if (!isObject(fields)) return { kind: 'transfer', to: textOf(finish.transfer) };
  return { kind: 'handOver', agentId: textOf(fields.agentId), mayReturn: fields.mayReturn === true, fields };
}

function knowledgeOf(knowledge: unknown): StageView['knowledge'] {
  if (knowledge === 'all' || knowledge === 'none') return knowledge;
  return Array.isArray(knowledge) ? knowledge.map(String) : 'agent';
}

function inReadingOrder(stages: readonly StageView[]): StageView[] {
  const named = new Map(stages.map((stage) => [stage.name, stage]));
  const ordered = new Set<StageView>();
  const walk = (stage: StageView | undefined): void => {
    if (!stage || ordered.has(stage)) return;
    ordered.add(stage);
    // Stages that are reached from everywhere stand apart, so they come after the others.
    for (const { to } of stage.ways) if (!named.get(to)?.global) walk(named.get(to));
  };
  walk(stages.find(({ isStart }) => isStart));
  for (const stage of stages) if (stage.global) walk(stage);
  stages.forEach(walk);
  return [...ordered];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** How a call or chat passed a stage. */
export interface StageVisit {
  times: number;
  /** Whether the conversation is in the stage now, or ended in it. */
  place: 'now' | 'last' | null;
}
