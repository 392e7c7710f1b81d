import type { AnsweredBy, CallEnd } from '../../../domains/calls/index.ts';
import {
  type ConverseOptions,
  converse,
  type PreparedAgent,
  speakGreeting,
} from '../../agent-runtime/index.ts';
import type { Voicemail } from '../../tools/index.ts';
import type { AwaitedMember } from './await-member.ts';
import { type WhoAnswered, type WhoAnsweredOptions, whoAnswered } from './who-answered.ts';

export interface AnsweredCallOptions extends ConverseOptions, Pick<WhoAnsweredOptions, 'divert'> {
  isOutbound: boolean;
  /** Whether answer detection runs first. */
  detects: boolean;
  onAnsweredBy: (by: AnsweredBy) => void;
  /** Offers the call to the team for which it was dialed; `null` when the agent takes it. */
  awaitMember: (() => Promise<AwaitedMember>) | null;
  /** Returns the message for an answering machine. */
  findVoicemail: () => Promise<Voicemail>;
  /** Aborts when the call is over. */
  gone: AbortSignal;
}

/** Notes in the prompt of a model that speaks with a machine. */
const notes: Partial<Record<AnsweredBy['kind'], string>> = {
  ivr: 'An automated menu answered this call, not a person.',
  screening:
    'A call screening service answered this call, not the person who was called. Say briefly who calls and why.',
};
/** The end of a call that the telephone network intercepted. It has no retry outcome unless it is temporary. */
const interceptEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'operator-intercept',
} as const;
/** How long the line stays open after a message was left. */
const afterMessageSeconds = 0.3;

/**
 * Carries an answered call to its end, as `converse` does. With answer detection, a person, a menu or a screening service
 * gets a conversation, a voicemail a message, and a fax nothing. A queue is waited out, and an intercept ends the call.
 */
export async function converseWithWhoAnswered(options: AnsweredCallOptions): Promise<CallEnd> {
  const end = await converseWithParty(options);
  return options.isOutbound && isHeard(options.prepared) && hasSaidNothing(end) ? unreached(end) : end;
}

async function converseWithParty(options: AnsweredCallOptions): Promise<CallEnd> {
  const { ended, onAnsweredBy, detects } = options;
  if (!detects && options.awaitMember) return converseWithMember(options, options.awaitMember, options);
  if (!detects)
    return converse(
      options.isOutbound ? { ...options, reached: { startsWith: 'unknown', heard: '' } } : options,
    );
  let queue: AnsweredBy | undefined;
  const detected = await detect(options, (by) => {
    queue = by;
    onAnsweredBy(by);
  });
  if (!detected) return queue ? { ...(await ended), answeredBy: queue } : ended;
  const { answeredBy } = detected;
  if (answeredBy.kind !== 'queue') onAnsweredBy(answeredBy);
  return { ...(await carry(options, detected)), answeredBy };
}

/** Returns whether the agent hears the other side. One that only plays a message does not. */
function isHeard({ providers }: PreparedAgent): boolean {
  return providers.speechToSpeech !== null || providers.speechToText.length > 0;
}

/** Returns whether the call ended by silence, and nothing was said, nor a key pressed, since it was answered. */
function hasSaidNothing({ endedReason, answeredBy, transcript = [], turns = [] }: CallEnd): boolean {
  // An agent that gives up on a silent line ends the call in a turn of silence. A message ends without one.
  const isEndOfSilence = endedReason === 'assistant-ended-call' && turns.at(-1)?.kind === 'silence';
  if (endedReason !== 'silence-timed-out' && !isEndOfSilence) return false;
  if (answeredBy?.kind === 'person' || transcript.some(({ role }) => role === 'user')) return false;
  // Without transcription, what a speech-to-speech model answered is only in the turns.
  return !turns.some(({ kind }) => kind === 'speech' || kind === 'dtmf');
}

/** An undetected voicemail, or a telephone that was picked up by accident: the customer counts as not reached. */
function unreached(end: CallEnd): CallEnd {
  const message = `${end.message} Nothing was said to the agent.`;
  return { ...end, endedReason: 'no-person-reached', message };
}

function detect(options: AnsweredCallOptions, onQueue: WhoAnsweredOptions['onQueue']) {
  const { media, prepared, ended, divert, log } = options;
  const { language, model, conversation } = prepared.agent;
  const [ownModel] = prepared.providers.languageModel;
  // A scripted model plays its dialogue and cannot judge.
  const mayAsk =
    conversation.answerDetectionByModel && ownModel !== undefined && ownModel.name !== 'scripted';
  return whoAnswered({
    sampleRateHz: media.sampleRateHz,
    transcribers: prepared.providers.speechToText,
    model: mayAsk ? ownModel : null,
    modelId: model !== null && 'model' in model ? model.model : null,
    language,
    queueMsMax: queueSecondsMax(prepared.agent) * 1000,
    divert,
    onQueue,
    ended,
    onProblem: ({ what, error }) => log.warn({ err: error }, what),
  });
}

async function carry(
  options: AnsweredCallOptions,
  { answeredBy: { kind }, heard, isTemporary }: WhoAnswered,
): Promise<CallEnd> {
  const { prepared } = options;
  switch (kind) {
    case 'voicemail':
    case 'fax':
      return leaveMessage(options, kind);
    case 'intercept':
      return isTemporary
        ? {
            ...interceptEnd,
            retriedAs: 'failed',
            message: 'The network announced that it cannot connect the call.',
          }
        : { ...interceptEnd, message: 'The network announced that the number cannot be reached.' };
    case 'queue': {
      const message = `No person answered in the queue for ${queueSecondsMax(prepared.agent)} s.`;
      const givenUp = { status: 'ended', endedBy: 'System ended the call', message } as const;
      const endedReason = prepared.agent.conversation.menus ? 'no-person-reached' : 'exceeded-max-duration';
      return { ...givenUp, endedReason };
    }
    default: {
      const reached = { prepared: informed(prepared, kind), reached: reachedBy(kind, heard) };
      return options.awaitMember && isPerson(kind)
        ? converseWithMember(options, options.awaitMember, reached)
        : converse({ ...options, ...reached });
    }
  }
}

function isPerson(kind: AnsweredBy['kind']): boolean {
  return kind === 'person' || kind === 'silence' || kind === 'undecided';
}

/**
 * Offers the call to a team first. When a member is there, the agent begins silently and the member takes the call over.
 * Otherwise the agent carries it, as it would have without a team.
 */
async function converseWithMember(
  options: AnsweredCallOptions,
  awaitMember: () => Promise<AwaitedMember>,
  otherwise: Pick<ConverseOptions, 'prepared' | 'reached'>,
): Promise<CallEnd> {
  const member = await awaitMember();
  const { prepared, reached } = otherwise;
  if (!member.isThere)
    return converse({ ...options, prepared, reached: reached ?? { startsWith: 'unknown', heard: '' } });
  return converse({
    ...options,
    prepared: silentAtFirst(prepared),
    reached: { startsWith: 'person', heard: '' },
    onStarted(conversation, ...given) {
      options.onStarted(conversation, ...given);
      // A telephone may send nothing before its owner speaks. The member does not wait for that.
      conversation.mediaStarted(0);
      member.begun();
    },
  });
}

/** Returns an agent that says nothing before it is spoken to. The other side is not recorded without its announcement. */
function silentAtFirst(prepared: PreparedAgent): PreparedAgent {
  const { agent } = prepared;
  const conversation = { ...agent.conversation, waitForCaller: true };
  return { ...prepared, announcement: null, greeting: null, agent: { ...agent, conversation } };
}

/** Returns what answer detection leaves to the conversation: a machine's words were not answered yet. */
function reachedBy(kind: AnsweredBy['kind'], heard: string): NonNullable<ConverseOptions['reached']> {
  const isMachine = kind === 'ivr' || kind === 'screening' || kind === 'undecided';
  return isMachine ? { startsWith: 'menu', heard } : { startsWith: 'person', heard: '' };
}

/** Returns the most time in a queue. A queue after a menu is part of the conversation, with the same limit. */
function queueSecondsMax({ conversation, limits }: PreparedAgent['agent']): number {
  return conversation.menus?.holdSecondsMax ?? limits.maxDurationSeconds;
}

/** Adds what detection found: a caller who spoke is not waited for again, and the model learns of a machine. */
function informed(prepared: PreparedAgent, kind: AnsweredBy['kind']): PreparedAgent {
  const { agent, prompt } = prepared;
  const waitForCaller = agent.conversation.waitForCaller && kind === 'silence';
  // With menus, the conversation informs the model of each.
  const note = agent.conversation.menus ? undefined : notes[kind];
  return {
    ...prepared,
    prompt: note === undefined ? prompt : `${prompt}\n\n${note}`,
    agent: { ...agent, conversation: { ...agent.conversation, waitForCaller } },
  };
}

async function leaveMessage(options: AnsweredCallOptions, kind: 'voicemail' | 'fax'): Promise<CallEnd> {
  const { prepared, gone, onFact } = options;
  if (kind === 'fax') return machineEnd('A fax machine answered.');
  const { text, sound } = await options.findVoicemail();
  const { agent, providers, pronunciations } = prepared;
  const greeting = sound
    ? { text, speech: Promise.resolve(sound.speech) }
    : speakGreeting(providers.textToSpeech, { ...agent, pronunciations }, text === '' ? null : text, gone);
  if (greeting === null) return machineEnd('An answering machine answered; no message was left.');
  if (sound) onFact?.('sound-played', `The message is the sound ${sound.name} (${sound.soundId}).`);
  const end = await converse({ ...options, prepared: speaker(prepared, greeting) });
  const isLeft = end.endedReason === 'silence-timed-out';
  return isLeft ? { ...end, ...machineEnd('An answering machine answered; a message was left.') } : end;
}

/** Returns an agent that says one message, hears nothing, and ends the call. */
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
