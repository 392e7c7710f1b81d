import type { ModelToolCall } from '../interfaces/index.ts';
import type { Node } from './dialogue.ts';
import { type Script, toSlotValue } from './script.ts';
import { moved, type Place } from './state.ts';

/** The texts and the tool call between two messages of the user. */
export interface Played {
  says: string[];
  call: ModelToolCall | null;
  place: Place;
}

/** The parts of a request that `play` needs. */
export interface PlayContext {
  language: string;
  /** The agent's tools. */
  tools: ReadonlySet<string>;
}

/**
 * Plays from the node of `place` until the agent listens, calls a tool, or the dialogue ends. That takes at most as many
 * steps as there are nodes, because no dialogue has a cycle without listening.
 */
export function play(script: Script, place: Place, context: PlayContext): Played {
  const says: string[] = [];
  let at = place;
  for (;;) {
    const node = script.node(at);
    at = script.withSlots(at, node.set);
    if (node.say !== undefined) says.push(script.spoken(at, node.say, context.language));
    if (node.listen) return { says, call: null, place: at };
    const calls = callOf(script, at, node);
    if (calls && context.tools.has(calls.name)) return { says, ...withCall(at, calls) };
    if (node.stage !== undefined)
      return { says, call: null, place: { ...at, isOver: true, leadsTo: node.stage } };
    if (node.end) return { says, call: null, place: { ...at, isOver: true } };
    at = moved(at, nextNode(script, at, node));
  }
}

/** Continues with a tool's result `content`; `null` when there is none. */
export function playOn(script: Script, place: Place, content: string | null, context: PlayContext): Played {
  const called = { ...place, pendingCall: null };
  const { call, transfer } = script.node(place);
  const result = content === null ? { error: 'there is no result' } : parsed(content);
  const hasFailed =
    typeof result === 'object' && result !== null && 'error' in result && result.error !== null;
  const onFailure = call?.onFailure ?? transfer?.onFailure;
  if (hasFailed && onFailure !== undefined) return play(script, moved(called, onFailure), context);
  // An end or a transfer stays final, whatever its tool returns.
  if (!call) return { says: [], call: null, place: { ...called, isOver: true } };
  const slots = Object.entries(call.result).map(([name, path]) => [name, toSlotValue(valueAt(result, path))]);
  const filled = { ...called, slots: { ...called.slots, ...Object.fromEntries(slots) } };
  return play(script, moved(filled, call.onSuccess), context);
}

function callOf(script: Script, place: Place, node: Node): Omit<ModelToolCall, 'id'> | null {
  const { endTool, transferTool } = script.dialogue;
  if (node.end) return { name: endTool, arguments: {} };
  if (node.transfer) {
    const destination = script.filled(place, node.transfer.destination);
    return { name: transferTool, arguments: { destination: String(destination ?? '') } };
  }
  if (!node.call) return null;
  return {
    name: node.call.tool,
    arguments: script.filled(place, node.call.arguments) as Record<string, unknown>,
  };
}

function withCall(place: Place, calls: Omit<ModelToolCall, 'id'>): Pick<Played, 'call' | 'place'> {
  const id = `scripted-${place.calls + 1}`;
  return { call: { id, ...calls }, place: { ...place, calls: place.calls + 1, pendingCall: id } };
}

/** Returns where a node leads without listening. A tool that the agent does not have counts as failed. */
function nextNode(script: Script, place: Place, node: Node): string {
  const taken = node.branch?.find((way) => script.holds(place, way.if));
  return (taken?.goto ?? node.otherwise ?? node.goto ?? node.call?.onFailure ?? node.transfer?.onFailure)!;
}

/** Parses a result as JSON; other text is returned unchanged. */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

function valueAt(result: unknown, path: string): unknown {
  let value = result;
  for (const key of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
