import type { Schema } from '../../api/schema.ts';
import { formatPosition, formatTimeOfDay } from '../../ui/index.ts';
import { type FlowAgent, type FlowStep, flowStepOf } from './flow-steps.ts';

type CallEntry = Schema<'Call'>['transcript'][number];
type ChatMessage = Schema<'Chat'>['transcript']['messages'][number];
type Steps = Map<number, FlowStep>;

/** Returns the changes of flows in the transcript of a call, by index. `own` is the agent with which it began. */
export function stepsOfCall(transcript: readonly CallEntry[], own: FlowAgent): Steps {
  const steps: Steps = new Map();
  for (const [at, entry] of transcript.entries()) {
    const { name, toolCall, secondsFromStart, agentId, agentVersion } = entry;
    const change = (toolCall as { arguments?: unknown } | undefined)?.arguments;
    const agent = agentId === undefined ? own : { agentId, version: agentVersion ?? null };
    const time = formatPosition(secondsFromStart * 1_000);
    const step = flowStepOf({ name, change, at, time, agent });
    if (step) steps.set(at, step);
  }
  return steps;
}

/** Returns the changes of flows in a chat, by position. `own` is the agent with which it began. */
export function stepsOfChat(messages: Iterable<readonly [number, ChatMessage]>, own: FlowAgent): Steps {
  const steps: Steps = new Map();
  for (const [at, message] of messages) {
    if (message.role !== 'tool') continue;
    const { toolName: name, toolArguments, createdAt, agentId, agentVersion } = message;
    const agent = agentId === undefined ? own : { agentId, version: agentVersion ?? null };
    const time = formatTimeOfDay(createdAt);
    const step = flowStepOf({ name, change: parsed(toolArguments), at, time, agent });
    if (step) steps.set(at, step);
  }
  return steps;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
