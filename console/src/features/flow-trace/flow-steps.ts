import type { StageVisit } from '../flow-stages/index.ts';

/** The name of the transcript entries for changes of an agent's flow. */
const flowEntryName = 'flow';

/** A change of the stage, or variables that were found out, as a transcript shows it. */
export interface FlowStep {
  /** The index or position of its entry in the transcript. */
  at: number;
  /** When, for people. */
  time: string;
  /** Null at the beginning of the flow. */
  from: string | null;
  to: string;
  why: string;
  /** The choice, the condition, the keys or the tool. */
  detail: string | null;
  values: Readonly<Record<string, unknown>>;
  agent: FlowAgent;
}

/** The version of an agent; null for its draft. */
export interface FlowAgent {
  agentId: string;
  version: number | null;
}

/** The time in a stage. */
export interface Passage extends Omit<FlowStep, 'agent' | 'to' | 'from'> {
  stage: string;
  /** 1 for the first. */
  order: number;
  /** The entry with which the next stage began; null for the last. */
  until: number | null;
}

/** The way of a conversation through the flow of one agent. */
export interface FlowTrace {
  agent: FlowAgent;
  passages: Passage[];
  /** The ways that were taken. */
  taken: { from: string; to: string }[];
  /** The variables that were found out. */
  values: Record<string, unknown>;
}

/** Returns the change of a flow that a transcript entry reports; null for other entries. */
export function flowStepOf(
  entry: { name: string | undefined; change: unknown } & Pick<FlowStep, 'at' | 'time' | 'agent'>,
): FlowStep | null {
  const { name, change, at, time, agent } = entry;
  if (name !== flowEntryName || typeof change !== 'object' || change === null) return null;
  const { from, to, why, detail, values } = change as Record<string, unknown>;
  if (typeof to !== 'string' || typeof why !== 'string') return null;
  return {
    ...{ at, time, agent, to, why },
    from: typeof from === 'string' ? from : null,
    detail: typeof detail === 'string' ? detail : null,
    values: typeof values === 'object' && values !== null ? (values as FlowStep['values']) : {},
  };
}

/** Returns the ways through the flows of the agents that spoke, in the order of their first words. */
export function tracesOf(steps: readonly FlowStep[]): FlowTrace[] {
  const traces = new Map<string, FlowTrace>();
  let before: Passage | null = null;
  for (const step of steps) {
    const { agent, from, to, why, values, ...about } = step;
    const key = agentKey(agent);
    const trace = traces.get(key) ?? { agent, passages: [], taken: [], values: {} };
    traces.set(key, trace);
    Object.assign(trace.values, values);
    if (from === to) {
      const now = trace.passages.at(-1);
      if (now) now.values = { ...now.values, ...values };
      continue;
    }
    if (before) before.until = step.at;
    before = { ...about, why, values, stage: to, order: trace.passages.length + 1, until: null };
    trace.passages.push(before);
    if (from !== null && why !== 'unheard') trace.taken.push({ from, to });
  }
  return [...traces.values()];
}

/** Identifies the agent of a trace. */
export function agentKey({ agentId, version }: FlowAgent): string {
  return `${agentId} ${version ?? 'draft'}`;
}

/** Returns how often each stage was entered, and where the conversation is or ended. A return is no visit. */
export function visitsOf({ passages }: FlowTrace, where: 'now' | 'last' | null): Map<string, StageVisit> {
  const visits = new Map<string, StageVisit>();
  for (const { stage, why } of passages) {
    const times = (visits.get(stage)?.times ?? 0) + (why === 'unheard' ? 0 : 1);
    visits.set(stage, { times: Math.max(1, times), place: null });
  }
  const last = passages.at(-1);
  if (last && where !== null) visits.set(last.stage, { ...visits.get(last.stage)!, place: where });
  return visits;
}
