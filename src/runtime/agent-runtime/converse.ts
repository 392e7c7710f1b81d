import type { FlowChange } from '../../conversation/flow/index.ts';
import {
  type CallLine,
  type Conversation,
  type ConversationAgent,
  type ConversationEnd,
  type ConversationOptions,
  type ConversationProgress,
  type ConversationResult,
  callLatency,
  type SaidEntry,
  type SuspendedConversation,
  startConversation,
} from '../../conversation/pipeline/index.ts';
import type { AgentChange, CallEnd, CallProgress, TranscriptEntry } from '../../domains/calls/index.ts';
import { calledOff, type Log } from '../../platform/kernel/index.ts';
import type { HearingOptions, MediaSession } from '../../telephony/media/index.ts';
import { conversationAgent, type ReachedParty } from './conversation-agent.ts';
import { FailureFacts } from './failure-facts.ts';
import { bySpeaker, continuation } from './hand-over.ts';
import { spareSpeaker } from './prepare-agent.ts';
import type { PreparedAgent, Successor } from './prepared-agent.ts';
import { SpareSpeech } from './spare-speech.ts';

/** The progress of a call apart from its usage. */
export type SaidProgress = Omit<CallProgress, 'usage'>;

/** The line of a conversation, of a phone call or of a browser call. */
type ConversedLine = CallLine & Pick<MediaSession, 'listen'>;

/** The inputs of an answered call's conversation. */
export interface ConverseOptions {
  media: ConversedLine;
  prepared: PreparedAgent;
  /** Transfers the call; see ConversationOptions. `speaking` is the agent that has the call. */
  carryOut: (
    ...given: [...Parameters<ConversationOptions['carryOut']>, speaking: PreparedAgent]
  ) => ReturnType<ConversationOptions['carryOut']>;
  log: Log;
  /** Resolves when the call ends from outside: the other side hangs up, or it is stopped. */
  ended: Promise<CallEnd>;
  /** Called when an agent hands over. What happens on the line from then on is for the conversation of the next one. */
  onHandOver?: () => void;
  /** Called when the conversation has begun and takes over the line's events. */
  onStarted: (conversation: Conversation, hearing: HearingOptions, prepared: PreparedAgent) => void;
  /** The knowledge about the party that answered an outbound phone call; absent for other calls. */
  reached?: ReachedParty;
  /** Called when the agent begins to speak before any audio has arrived, so the caller may not hear it. */
  onUnproven?: () => void;
  /** The conversation that this one resumes. */
  resumes?: SuspendedConversation | undefined;
  /** The agent takes over what it resumes from another one; see ConversationOptions. */
  takesOver?: ConversationOptions['takesOver'];
  /** Returns the end of the call after the owner has suspended the conversation. */
  onSuspended?: () => Promise<CallEnd>;
  /** Reports a fact for `why`. */
  onFact?: (reason: string, message: string) => void;
  /** Reports that another agent carries the call on. */
  onAgentChange?: (change: AgentChange) => void;
  /** Reports changes of an agent's flow. */
  onFlow?: (change: FlowChange, agentId: string) => void;
  /** Called when the transcript or the turns change. `read` returns both as they are when it is called. */
  onProgress: (read: () => SaidProgress) => void;
}

/** Speech ends this long before the end-of-turn silence is over, so that the transcript arrives before the turn ends. */
const wordsLeadMs = 50;
const speechEndAfterMs = { min: 100, max: 240 };
/**
 * A pause of this length may be the end of the turn: the model begins to answer, and a turn detector judges. After a sound
 * over the agent's speech, the agent speaks on.
 */
const pauseAfterMs = 100;
/** Played audio falls silent for this long when the caller begins to speak. The conversation decides in this time. */
const yieldMs = 100;
/**
 * The lengths of the audio pieces sent to a provider: `pieceMs` in silence, `spokenPieceMs` in speech. Each piece is a
 * network message, so long pieces cost less. Providers that detect the end of a turn, or answer directly, need short
 * ones. Speech that may interrupt the agent is sent in pieces of 40 ms at most.
 */
const pieces = {
  transcriber: { pieceMs: 200, spokenPieceMs: 100 },
  // Deepgram recommends 80 ms for Flux.
  turnDetector: { pieceMs: 80, spokenPieceMs: 80 },
  speechToSpeech: { pieceMs: 40, spokenPieceMs: 40 },
};

/**
 * Holds the conversation of an answered call, which its agents may hand over to each other. Returns the call's end with the
 * transcript and the response times.
 */
export async function converse(options: ConverseOptions): Promise<CallEnd> {
  let current = options;
  for (;;) {
    const { prepared, media, ended, onSuspended } = current;
    const { end, ...said } = await converseWith(current);
    const { next } = prepared.successor;
    if (end.reason === 'suspended' && onSuspended) return onSuspended();
    if (end.reason === 'handed-over' && next) {
      current = { ...current, ...continuation(next, prepared, { end, ...said }), prepared: next.prepared };
      if (current.reached) current.reached = { startsWith: 'person', heard: '' };
      noteHandOver(options, prepared, next);
      // The owner of the call disposes of the agent with which it began.
      if (prepared.takeover) void prepared[Symbol.asyncDispose]();
      continue;
    }
    const record = prepared.takeover ? bySpeaker(said, prepared) : said;
    return {
      ...(end.reason === 'stopped' ? await ended : endOfConversation(end)),
      ...progressOf(record, media),
      latency: callLatency(said.turns),
    };
  }
}

/** Reports a hand-over, and lets the recording pause while an agent speaks that is not recorded. */
function noteHandOver(
  { media, onAgentChange }: Pick<ConverseOptions, 'media' | 'onAgentChange'>,
  from: PreparedAgent,
  { prepared, note }: Successor,
): void {
  const { isReturn, reason } = note;
  const named = ({ agent: { agentId, version, name } }: PreparedAgent) => ({ agentId, version, name });
  onAgentChange?.({ from: named(from), to: named(prepared), isReturn, reason });
  const [was, is] = [from, prepared].map(({ agent }) => agent.conversation.recording === 'off');
  if (was !== is) media.pauseRecording(is === true);
}

/** Holds the conversation of one agent. */
async function converseWith(options: ConverseOptions): Promise<ConversationResult> {
  const { media, prepared, log, ended } = options;
  const agent = agentOf(options);
  const over = new AbortController();
  const facts = new FailureFacts((reason, message) => options.onFact?.(reason, message));
  const conversation = startConversation({
    line: media,
    providers: prepared.providers,
    agent,
    tools: prepared.tools,
    knowledge: prepared.knowledge,
    carryOut: (then, said, signal) => options.carryOut(then, said, signal, prepared),
    resumes: options.resumes,
    takesOver: options.takesOver,
    spareSpeech: spareSpeechOf(prepared, media.sampleRateHz, over.signal),
    onProgress: () =>
      options.onProgress(() => {
        const said = conversation.progress();
        return progressOf(prepared.takeover ? bySpeaker(said, prepared) : said, media);
      }),
    onHandOver: () => options.onHandOver?.(),
    onUnproven: () => options.onUnproven?.(),
    onFact: (reason, message) => options.onFact?.(reason, message),
    onUnanswered: (turn) => facts.unanswered(turn),
    onFlow: (change) => options.onFlow?.(change, prepared.agent.agentId),
    onBreach: (breach) => facts.breach(breach),
    onProblem: (problem) => {
      // A provider is skipped many times in a call.
      if (!problem.setback?.isSkipped) log.warn({ err: problem.error }, problem.what);
      facts.problem(problem);
    },
  });
  const { speechToSpeech, speechToText, turnDetector } = prepared.providers;
  const isHeard = speechToSpeech !== null || speechToText.length > 0;
  const isHeardAtEnd = speechToText.length > 0 && speechToText.every(({ emitsPartials }) => !emitsPartials);
  const { min, max } = speechEndAfterMs;
  const endAfterMs = Math.max(min, Math.min(max, agent.endOfTurnMs - wordsLeadMs));
  const mayYield = isHeard && agent.interruptible;
  const { backgroundSuppression } = prepared.agent.conversation;
  const judgesPauses = speechToSpeech === null && (agent.droppedAnswersMax > 0 || Boolean(turnDetector));
  const speech =
    isHeard || agent.waitForCaller
      ? {
          endAfterMs,
          backgroundSuppression,
          ...((judgesPauses || mayYield) && { pauseAfterMs }),
          ...(mayYield && { yieldMs }),
        }
      : null;
  const hearing: HearingOptions = {
    audio: isHeard,
    // A recognizer with a grammar understands more in reduced noise. Others are trained on noisy audio.
    reducesNoise: speechToText.length > 0 && speechToText.every(({ needsPhrases }) => needsPhrases),
    // Without partial results, all sound since the last utterance would count as words of the next one. Music in queues is
    // recognized in the same audio.
    onlySpeech: isHeardAtEnd && !agent.menus,
    speech,
    ...piecesFor(prepared.providers),
  };
  media.listen(hearing);
  options.onStarted(conversation, hearing, prepared);
  void ended.then(() => conversation.stop());
  const result = await conversation.ended;
  over.abort(calledOff);
  return result;
}

/** Returns how the agent behaves. An agent that takes over a conversation does not wait for the caller. */
function agentOf({ prepared, reached, takesOver }: ConverseOptions): ConversationAgent {
  const agent = conversationAgent(prepared, reached);
  return takesOver ? { ...agent, announcement: null, waitForCaller: false } : agent;
}

function piecesFor({ speechToSpeech, speechToText }: PreparedAgent['providers']) {
  if (speechToSpeech !== null) return pieces.speechToSpeech;
  return speechToText.some(({ endsTurns }) => endsTurns) ? pieces.turnDetector : pieces.transcriber;
}

/** Returns the spare speech of the agent; null when it has none. */
function spareSpeechOf(
  prepared: PreparedAgent,
  lineRateHz: number,
  signal: AbortSignal,
): NonNullable<ConversationOptions['spareSpeech']> | null {
  const speaker = spareSpeaker(prepared, lineRateHz, signal);
  if (!speaker) return null;
  // A draft changes between conversations, so each has its own speech.
  const spareSpeech = speaker.version === null ? new SpareSpeech() : prepared.spareSpeech;
  return {
    find(text) {
      const speech = spareSpeech.find(speaker, text);
      if (speech) speaker.voice.played?.(text.length);
      return speech;
    },
    prepare: (texts) => void spareSpeech.prepare(speaker, texts),
  };
}

/** Returns the record of a conversation so far. */
export function progressOf(
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
  if (reason === 'stopped' || reason === 'suspended' || reason === 'handed-over')
    throw new Error('the end of a stopped call comes from `ended`');
  const isOurs =
    reason === 'exceeded-max-duration' || reason === 'no-person-reached' || reason === 'provider-error';
  const endedBy = isOurs ? 'System ended the call' : 'Agent ended the call';
  return { status: 'ended', endedBy, endedReason: reason, message };
}

function toTranscriptEntry(entry: SaidEntry, zeroMs: number): TranscriptEntry {
  const { role, text, startMs, endMs, name, toolCall, result, agent, notUnderstood, confidence } = entry;
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
    ...(notUnderstood && { notUnderstood }),
    ...(confidence === undefined ? {} : { confidence: Math.round(confidence * 100) / 100 }),
    ...(agent && { agentId: agent.agentId, agentVersion: agent.version }),
  };
}

function asObject(value: unknown): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : { value };
}
