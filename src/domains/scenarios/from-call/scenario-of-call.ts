import {
  type AgentConfiguration,
  builtInVariables,
  configurationOf,
  variablesIn,
} from '../../agents/index.ts';
import { exchangesOf, isHungUpInto, isSpokenInto } from '../exchanges.ts';
import type { ScenarioInput, Step } from '../schema.ts';
import { customerOfCall } from './customer-of-call.ts';
import { type CustomerDeed, deedsOf } from './deeds.ts';
import { expectationsOf } from './expectations.ts';
import type { PlayableCall } from './playable-call.ts';
import { standIns, type ToolUse } from './stand-ins.ts';
import { type CallEnding, stepsOf } from './steps.ts';

/** An agent's configuration as it is shown: without secrets. */
export type ShownConfiguration = Omit<AgentConfiguration, 'tools'> & {
  tools: readonly Record<string, unknown>[];
};

/** So long it takes to put a call through to the simulated customer, and to notice it. */
const putThroughMs = 4000;

/** Ends that come by themselves; others the customer brings about, who or nobody else here ended the call. */
const endsByItself: ReadonlySet<string> = new Set([
  'assistant-ended-call',
  'silence-timed-out',
  'exceeded-max-duration',
  'voicemail',
  'customer-opted-out',
]);

/** A call that is over as a scenario that plays it again; null: the customer never got it. */
export function scenarioOfCall(call: PlayableCall, configuration: ShownConfiguration): ScenarioInput | null {
  const customer = customerOfCall(call);
  if (customer === null) return null;
  const { agent, http } = standIns(configuration, toolUses(call));
  const deeds = deedsOf(call.transcript);
  const ending = endingOf(call);
  const hungUpAtMs = ending.by === 'customer' ? ending.endMs : null;
  const isOutbound = call.type === 'outboundPhoneCall';
  return {
    name: `Call ${call.callId}`,
    description: `Made of the call ${call.callId}.`,
    ...needsOf(configuration, deeds),
    agent: notDefault(agent),
    direction: isOutbound ? 'outbound' : 'inbound',
    variables: call.callVariables,
    ...(customer === 'answers' ? {} : { customer }),
    ...(Object.keys(http).length > 0 ? { http } : {}),
    steps:
      customer === 'answers' ? [...greetingOf(call), ...stepsOf(call, deeds, ending)] : [{ await: 'end' }],
    expect: expectationsOf({
      call,
      ...textsOf(configuration),
      isCut: cuts(call, deeds, hungUpAtMs),
    }),
    recorded: {
      callId: call.callId,
      agentVersion: call.agentVersion,
      endedReason: call.endedReason,
      exchanges: exchangesOf(call, deeds.map(told), hungUpAtMs),
    },
  };
}

function told({ kind, text, startMs }: CustomerDeed) {
  return { startMs, what: kind === 'say' ? text : `keys ${text}` };
}

function toolUses({ transcript }: PlayableCall): ToolUse[] {
  return transcript
    .filter(({ role }) => role === 'tool')
    .map(({ name = '', result = {}, duration }) => ({ name, result, durationMs: duration * 1000 }));
}

/** Positions are reckoned from where the record has put the first entry, which is nearer than when it was answered. */
function endingOf({ endedReason, transcript, startedAt, endedAt }: PlayableCall): CallEnding {
  if (endedReason !== null && endsByItself.has(endedReason)) return { by: 'other' };
  const first = transcript[0];
  const zeroMs = first ? Date.parse(first.time) - first.secondsFromStart * 1000 : Date.parse(startedAt ?? '');
  const lastMs = Math.max(0, ...transcript.map((entry) => (entry.secondsFromStart + entry.duration) * 1000));
  const endMs = Date.parse(endedAt ?? '') - zeroMs;
  // Whoever it was put through to is not there to talk with.
  const latestMs =
    endedReason === 'assistant-forwarded-call' ? lastMs + putThroughMs : Number.POSITIVE_INFINITY;
  return { by: 'customer', endMs: Math.min(Math.max(Number.isFinite(endMs) ? endMs : 0, lastMs), latestMs) };
}

/** Whoever was taken for a person had said something, which is no part of the conversation. */
function greetingOf({ answeredBy }: PlayableCall): Step[] {
  return answeredBy?.kind === 'person' ? [{ say: 'Hello?' }] : [];
}

function needsOf(
  { model, transcriber, voice }: ShownConfiguration,
  deeds: readonly CustomerDeed[],
): Pick<ScenarioInput, 'needs'> {
  const isSpokenTo = deeds.some(({ kind }) => kind === 'say');
  const ears = model !== null && isSpokenTo ? [transcriber?.provider ?? 'pocketsphinx'] : [];
  const named = [...ears, transcriber?.provider, model?.provider, voice?.provider];
  const needs = [...new Set(named)].filter(
    (name) => name !== undefined && name !== 'scripted' && name !== 'flite',
  );
  const needed = isSpokenTo ? needs : needs.filter((name) => name !== 'pocketsphinx');
  return needed.length === 0 ? {} : { needs: needed };
}

const built: ReadonlySet<string> = new Set(builtInVariables);

function textsOf({ model, conversation, ...rest }: ShownConfiguration) {
  const names = variablesIn(JSON.stringify({ model, conversation, ...rest }));
  return {
    isExact: model === null || model.provider === 'scripted',
    hasChangingTexts: names.some((name) => built.has(name)),
    fillers: conversation.fillers ?? [],
  };
}

/** For each entry of the agent whether a deed of the customer began within it, or the customer hung up. */
function cuts(call: PlayableCall, deeds: readonly CustomerDeed[], hungUpAtMs: number | null): boolean[] {
  return call.transcript
    .filter(({ role }) => role === 'bot')
    .map(({ secondsFromStart, duration }) => {
      const span = { startMs: secondsFromStart * 1000, endMs: (secondsFromStart + duration) * 1000 };
      if (hungUpAtMs !== null && isHungUpInto(span, hungUpAtMs)) return true;
      return deeds.some(({ startMs }) => isSpokenInto(call.turns, span, startMs));
    });
}

/** What a reader needs to see: all that is otherwise than in an agent that says nothing of it. */
function notDefault(agent: object): Record<string, unknown> {
  const defaults: Record<string, unknown> = { ...configurationOf({}) };
  const shown = Object.entries(agent).filter(
    ([name, value]) =>
      name === 'prompt' || name === 'name' || JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  // What is found out after the call is no part of it, and would be paid for.
  return Object.fromEntries(shown.filter(([name]) => name !== 'analysis'));
}
