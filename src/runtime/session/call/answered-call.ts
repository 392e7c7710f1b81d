import { fillVariables } from '../../../domains/agents/index.ts';
import type { AnsweredBy, CallEnd } from '../../../domains/calls/index.ts';
import {
  type ConverseOptions,
  converse,
  type PreparedAgent,
  speakGreeting,
} from '../../agent-runtime/index.ts';
import { type WhoAnsweredOptions, whoAnswered } from './who-answered.ts';

interface AnsweredCallOptions extends ConverseOptions, Pick<WhoAnsweredOptions, 'divert'> {
  /** Whether answer detection runs first. */
  detects: boolean;
  onAnsweredBy: (by: AnsweredBy) => void;
  /** Aborts when the call is over. */
  gone: AbortSignal;
}

/** Notes in the prompt of a model that speaks with a machine. */
const notes: Partial<Record<AnsweredBy['kind'], string>> = {
  ivr: 'An automated menu answered this call, not a person.',
  screening:
    'A call screening service answered this call, not the person who was called. Say briefly who calls and why.',
};
/** How long the line stays open after a message was left. */
const afterMessageSeconds = 0.3;

/**
 * Carries an answered call to its end, as `converse` does. With answer detection, a person or a menu gets a conversation, a
 * voicemail a message, and a fax nothing.
 */
export async function converseWithWhoAnswered(options: AnsweredCallOptions): Promise<CallEnd> {
  const { media, prepared, ended, divert, onAnsweredBy, detects, log } = options;
  if (!detects) return converse(options);
  const answeredBy = await whoAnswered({
    sampleRateHz: media.sampleRateHz,
    transcribers: prepared.providers.speechToText,
    language: prepared.agent.language,
    divert,
    ended,
    onProblem: ({ what, error }) => log.warn({ err: error }, what),
  });
  if (!answeredBy) return ended;
  onAnsweredBy(answeredBy);
  const { kind } = answeredBy;
  const isMachine = kind === 'voicemail' || kind === 'fax';
  const end = isMachine
    ? await leaveMessage(options, kind)
    : await converse({ ...options, prepared: informed(prepared, kind) });
  return { ...end, answeredBy };
}

/** Adds what detection found: a caller who spoke is not waited for again, and the model learns of a machine. */
function informed(prepared: PreparedAgent, kind: AnsweredBy['kind']): PreparedAgent {
  const { agent, prompt } = prepared;
  const waitForCaller = agent.conversation.waitForCaller && kind === 'silence';
  const note = notes[kind];
  return {
    ...prepared,
    prompt: note === undefined ? prompt : `${prompt}\n\n${note}`,
    agent: { ...agent, conversation: { ...agent.conversation, waitForCaller } },
  };
}

async function leaveMessage(options: AnsweredCallOptions, kind: 'voicemail' | 'fax'): Promise<CallEnd> {
  const { prepared, gone } = options;
  const { agent, variables, providers } = prepared;
  const { textToSpeech } = providers;
  const message = fillVariables(agent.conversation.voicemailMessage ?? '', variables).trim();
  if (kind === 'fax') return machineEnd('A fax machine answered.');
  if (message === '' || textToSpeech.length === 0)
    return machineEnd('An answering machine answered; no message was left.');
  const end = await converse({
    ...options,
    prepared: speaker(prepared, speakGreeting(textToSpeech, agent, message, gone)),
  });
  const isLeft = end.endedReason === 'silence-timed-out';
  return isLeft ? { ...end, ...machineEnd('An answering machine answered; a message was left.') } : end;
}

/** Returns an agent that says one text, hears nothing, and ends the call. */
function speaker(prepared: PreparedAgent, greeting: PreparedAgent['greeting']): PreparedAgent {
  const { agent, providers } = prepared;
  const { limits, conversation } = agent;
  return {
    ...prepared,
    greeting,
    providers: { ...providers, speechToSpeech: null, languageModel: [], speechToText: [] },
    agent: {
      ...agent,
      limits: { ...limits, silenceSeconds: afterMessageSeconds },
      conversation: { ...conversation, waitForCaller: false, silencePrompts: null, durationWarning: null },
    },
  };
}

function machineEnd(message: string): CallEnd {
  return { status: 'ended', endedBy: 'Agent ended the call', endedReason: 'voicemail', message };
}
