import { flowEntryName } from '../../../conversation/flow/index.ts';
import {
  type AgentConfiguration,
  builtInVariables,
  configurationOf,
  variablesIn,
} from '../../agents/index.ts';
import { isHungUpInto, isSpokenInto, recordedTurnsOf } from '../recorded-turns.ts';
import type { ScenarioInput, Step } from '../schema.ts';
import { type CustomerAction, customerActionsOf } from './customer-actions.ts';
import { customerOfCall } from './customer-of-call.ts';
import { expectationsOf } from './expectations.ts';
import type { PlayableCall } from './playable-call.ts';
import { type CallEnding, stepsOf } from './steps.ts';
import { type ToolUse, withStubs } from './stubs.ts';

/** An agent's configuration without secrets, as the API returns it. */
export type ShownConfiguration = Omit<AgentConfiguration, 'tools'> & {
  tools: readonly Record<string, unknown>[];
};

/** The time to transfer a call to the simulated customer and detect it. */
const transferMs = 4000;

/** Ends without the customer hanging up. In the others the simulated customer ends the call. */
const endsByItself: ReadonlySet<string> = new Set([
  'assistant-ended-call',
  'silence-timed-out',
  'exceeded-max-duration',
  'voicemail',
  'operator-intercept',
  'no-person-reached',
  'customer-opted-out',
]);

/** Returns an ended call as a scenario that repeats it; `null` when the call never reached the customer. */
export function scenarioOfCall(call: PlayableCall, configuration: ShownConfiguration): ScenarioInput | null {
  const customer = customerOfCall(call);
  if (customer === null) return null;
  const { agent, http } = withStubs(configuration, toolUses(call));
  const actions = customerActionsOf(call.transcript);
  const ending = endingOf(call);
  const hungUpAtMs = ending.by === 'customer' ? ending.endMs : null;
  const isOutbound = call.type === 'outboundPhoneCall';
  return {
    name: `Call ${call.callId}`,
    description: `Made of the call ${call.callId}.`,
    ...needsOf(configuration, actions),
    agent: notDefault(agent),
    direction: isOutbound ? 'outbound' : 'inbound',
    variables: call.callVariables,
    ...(customer === 'answers' ? {} : { customer }),
    ...(Object.keys(http).length > 0 ? { http } : {}),
    steps:
      customer === 'answers' ? [...greetingOf(call), ...stepsOf(call, actions, ending)] : [{ await: 'end' }],
    expect: expectationsOf({
      call,
      ...textsOf(configuration),
      isCut: cuts(call, actions, hungUpAtMs),
    }),
    recorded: {
      callId: call.callId,
      agentVersion: call.agentVersion,
      endedReason: call.endedReason,
      turns: recordedTurnsOf(call, actions.map(described), hungUpAtMs),
    },
  };
}

function described({ kind, text, startMs }: CustomerAction) {
  return { startMs, what: kind === 'say' ? text : `keys ${text}` };
}

function toolUses({ transcript }: PlayableCall): ToolUse[] {
  return transcript
    .filter(({ role, name }) => role === 'tool' && name !== flowEntryName)
    .map(({ name = '', result = {}, duration }) => ({ name, result, durationMs: duration * 1000 }));
}

/** Positions count from the first entry's time in the record, which is more exact than the time of the answer. */
function endingOf({ endedReason, transcript, startedAt, endedAt }: PlayableCall): CallEnding {
  if (endedReason !== null && endsByItself.has(endedReason)) return { by: 'other' };
  const first = transcript[0];
  const zeroMs = first ? Date.parse(first.time) - first.secondsFromStart * 1000 : Date.parse(startedAt ?? '');
  const lastMs = Math.max(0, ...transcript.map((entry) => (entry.secondsFromStart + entry.duration) * 1000));
  const endMs = Date.parse(endedAt ?? '') - zeroMs;
  // The person who received the transfer is not simulated.
  const latestMs =
    endedReason === 'assistant-forwarded-call' ? lastMs + transferMs : Number.POSITIVE_INFINITY;
  return { by: 'customer', endMs: Math.min(Math.max(Number.isFinite(endMs) ? endMs : 0, lastMs), latestMs) };
}

/** Answer detection recognized a person by words that are not in the transcript. */
function greetingOf({ answeredBy }: PlayableCall): Step[] {
  return answeredBy?.kind === 'person' ? [{ say: 'Hello?' }] : [];
}

function needsOf(
  { model, transcriber, voice }: ShownConfiguration,
  actions: readonly CustomerAction[],
): Pick<ScenarioInput, 'needs'> {
  const isSpokenTo = actions.some(({ kind }) => kind === 'say');
  const transcribers = model !== null && isSpokenTo ? [transcriber?.provider ?? 'pocketsphinx'] : [];
  const named = [...transcribers, transcriber?.provider, model?.provider, voice?.provider];
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

/** Returns for each entry of the agent whether an action started, or the customer hung up, during it. */
function cuts(call: PlayableCall, actions: readonly CustomerAction[], hungUpAtMs: number | null): boolean[] {
  return call.transcript
    .filter(({ role }) => role === 'bot')
    .map(({ secondsFromStart, duration }) => {
      const span = { startMs: secondsFromStart * 1000, endMs: (secondsFromStart + duration) * 1000 };
      if (hungUpAtMs !== null && isHungUpInto(span, hungUpAtMs)) return true;
      return actions.some(({ startMs }) => isSpokenInto(call.turns, span, startMs));
    });
}

/** Returns the fields that differ from an agent's defaults. */
function notDefault(agent: object): Record<string, unknown> {
  const defaults: Record<string, unknown> = { ...configurationOf({}) };
  const shown = Object.entries(agent).filter(
    ([name, value]) =>
      name === 'prompt' || name === 'name' || JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  // Analyses run after the call, and cost money.
  return Object.fromEntries(shown.filter(([name]) => name !== 'analysis'));
}
