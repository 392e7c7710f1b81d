import {
  type CallLine,
  type Conversation,
  type ConversationEnd,
  type ConversationOptions,
  type ConversationProgress,
  callLatency,
  type SaidEntry,
  startConversation,
} from '../../conversation/pipeline/index.ts';
import type { CallEnd, CallProgress, TranscriptEntry } from '../../domains/calls/index.ts';
import { calledOff, type Log } from '../../platform/kernel/index.ts';
import type { HearingOptions, MediaSession } from '../../telephony/media/index.ts';
import { conversationAgent } from './conversation-agent.ts';
import { FailureFacts } from './failure-facts.ts';
import { knownVoice } from './greeting.ts';
import type { PreparedAgent } from './prepare-agent.ts';
import { type SpareSpeaker, SpareSpeech } from './spare-speech.ts';

/** What a conversation itself knows of its progress. */
export type SaidProgress = Omit<CallProgress, 'usage'>;

/** The line that a conversation is carried on over: a call's audio, or what stands for it. */
type ConversedLine = CallLine & Pick<MediaSession, 'listen'>;

/** What an answered call is carried on with. */
export interface ConverseOptions {
  media: ConversedLine;
  prepared: PreparedAgent;
  carryOut: ConversationOptions['carryOut'];
  log: Log;
  /** Resolves when the call ends from outside: the other side hangs up, or it is stopped. */
  ended: Promise<CallEnd>;
  /** The conversation has begun: what the line tells is for it. */
  onStarted: (conversation: Conversation, hearing: HearingOptions) => void;
  /** The first words are said although nothing has shown that audio flows. */
  onUnproven?: () => void;
  /** Something of the conversation is to be told by `why`. */
  onFact?: (reason: string, message: string) => void;
  /** More was said: what is to be on record if this process dies, to be read when it is written. */
  onProgress: (read: () => SaidProgress) => void;
}

/** Voice activity tells the end of speech this much before the window of a turn is over, so that the words come in time. */
const wordsLeadMs = 50;
const speechEndAfterMs = { min: 100, max: 240 };
/** The line yields to who begins to speak by itself for so long, in which the conversation decides. */
const yieldMs = 100;
/**
 * How long the pieces are that the caller's audio goes to the provider in, of silence and of speech that interrupts
 * nothing: every piece is a message over the network. For silence nobody waits, and the last words of a turn go with its
 * end. A provider that finds the end of a turn by itself, or answers by itself, gets shorter ones.
 */
const pieces = {
  transcriber: { pieceMs: 200, spokenPieceMs: 100 },
  turnDetector: { pieceMs: 100, spokenPieceMs: 40 },
  speechToSpeech: { pieceMs: 40, spokenPieceMs: 40 },
};

/** Carries an answered call to its end: who ended it and why, what was said, and how long the caller waited for it. */
export async function converse(options: ConverseOptions): Promise<CallEnd> {
  const { media, prepared, carryOut, log, ended } = options;
  const agent = conversationAgent(prepared);
  const over = new AbortController();
  const facts = new FailureFacts((reason, message) => options.onFact?.(reason, message));
  const conversation = startConversation({
    line: media,
    providers: prepared.providers,
    agent,
    tools: prepared.tools,
    carryOut,
    spareSpeech: spareSpeechOf(prepared, media.sampleRateHz, over.signal),
    onProgress: () => options.onProgress(() => progressOf(conversation.progress(), media)),
    onUnproven: () => options.onUnproven?.(),
    onUnanswered: (turn) => facts.unanswered(turn),
    onProblem: (problem) => {
      log.warn({ err: problem.error }, problem.what);
      facts.problem(problem);
    },
  });
  const { speechToSpeech, speechToText } = prepared.providers;
  const isHeard = speechToSpeech !== null || speechToText.length > 0;
  const { min, max } = speechEndAfterMs;
  const endAfterMs = Math.max(min, Math.min(max, agent.endOfTurnMs - wordsLeadMs));
  const mayYield = isHeard && agent.interruptible;
  const speech = isHeard || agent.waitForCaller ? { endAfterMs, ...(mayYield ? { yieldMs } : {}) } : null;
  const hearing: HearingOptions = {
    audio: isHeard,
    speech,
    ...piecesFor(prepared.providers),
  };
  media.listen(hearing);
  options.onStarted(conversation, hearing);
  void ended.then(() => conversation.stop());
  const { end, ...said } = await conversation.ended;
  over.abort(calledOff);
  return {
    ...(end.reason === 'stopped' ? await ended : endOfConversation(end)),
    ...progressOf(said, media),
    latency: callLatency(said.turns),
  };
}

function piecesFor({ speechToSpeech, speechToText }: PreparedAgent['providers']) {
  if (speechToSpeech !== null) return pieces.speechToSpeech;
  return speechToText.some(({ endsTurns }) => endsTurns) ? pieces.turnDetector : pieces.transcriber;
}

const spareBytesMax = 16 * 2 ** 20;

/** For all calls of this process. */
const sharedSpareSpeech = new SpareSpeech(spareBytesMax);

/** What is kept for the agent; a model that speaks by itself has a voice that no other is to be mixed with. */
function spareSpeechOf(
  { agent, providers }: PreparedAgent,
  lineRateHz: number,
  signal: AbortSignal,
): NonNullable<ConversationOptions['spareSpeech']> | null {
  const [voice] = providers.textToSpeech;
  if (!voice || providers.speechToSpeech) return null;
  const { agentId, version, language } = agent;
  const request = { voice: knownVoice(voice, agent), language, lineRateHz };
  // A draft changes between two conversations, so each has speech of its own.
  const spareSpeech = version === null ? new SpareSpeech(spareBytesMax) : sharedSpareSpeech;
  const speaker: SpareSpeaker = { agentId, version, voice, request, signal };
  return {
    find: (text) => spareSpeech.find(speaker, text),
    prepare: (texts) => void spareSpeech.prepare(speaker, texts),
  };
}

function progressOf(
  { transcript, turns }: ConversationProgress,
  { timeZeroEpochMs }: Pick<CallLine, 'timeZeroEpochMs'>,
): SaidProgress {
  const zeroMs = timeZeroEpochMs ?? Date.now();
  return {
    transcript: transcript.map((entry) => toTranscriptEntry(entry, zeroMs)),
    turns,
  };
}

function endOfConversation({ reason, message }: ConversationEnd): CallEnd {
  if (reason === 'stopped') throw new Error('a call that was stopped has an end of its own');
  const isOurs = reason === 'exceeded-max-duration' || reason === 'provider-error';
  const endedBy = isOurs ? 'System ended the call' : 'Agent ended the call';
  return { status: 'ended', endedBy, endedReason: reason, message };
}

function toTranscriptEntry(entry: SaidEntry, zeroMs: number): TranscriptEntry {
  const { role, text, startMs, endMs, name, toolCall, result } = entry;
  const seconds = (ms: number) => Math.round(ms) / 1000;
  return {
    role,
    message: text,
    secondsFromStart: seconds(startMs),
    time: new Date(zeroMs + startMs).toISOString(),
    endTime: new Date(zeroMs + endMs).toISOString(),
    duration: seconds(endMs - startMs),
    ...(name === undefined ? {} : { name }),
    ...(toolCall === undefined ? {} : { toolCall: { ...toolCall } }),
    ...(result === undefined ? {} : { result: asObject(result) }),
  };
}

function asObject(value: unknown): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : { value };
}
