import { monotonicMs } from '../../platform/kernel/index.ts';
import type { CommandOutcome, ConversationCommand, MemberWords } from './commands.ts';
import type {
  Conversation,
  ConversationOptions,
  ConversationProgress,
  ConversationResult,
  SaidEntry,
} from './conversation.ts';
import { modelGone, stopped } from './ends.ts';
import type { SpeechEdgeEvent } from './line.ts';
import { PipelineConversation } from './pipeline-conversation.ts';
import { messagesSince } from './speech-to-speech/said.ts';
import { inOrder } from './transcript.ts';

/**
 * A conversation with a speech-to-speech model that continues with transcriber, language model and voice when the model
 * cannot be reached any more. Its owner sees a single conversation.
 */
export class FallbackConversation implements Conversation {
  readonly ended: Promise<ConversationResult>;
  readonly #options: ConversationOptions;
  readonly #beganMs = monotonicMs();
  readonly #first: PipelineConversation;
  #current: Conversation;
  #before: ConversationProgress = { transcript: [], turns: [] };
  #mediaStartedAtMs: number | null = null;
  #speech: SpeechEdgeEvent | null = null;
  #isHeld = false;
  #isPutThrough = false;
  #connectedTo: string | undefined;
  #isStopped = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#first = new PipelineConversation(options);
    this.#current = this.#first;
    this.ended = this.#carryOn();
  }

  mediaStarted(atMs: number): void {
    this.#mediaStartedAtMs = atMs;
    this.#current.mediaStarted(atMs);
  }

  speechStarted(event: SpeechEdgeEvent): void {
    this.#speech = event;
    this.#current.speechStarted(event);
  }

  speechPaused(event: SpeechEdgeEvent): void {
    this.#current.speechPaused(event);
  }

  backgroundHeard(event: SpeechEdgeEvent): void {
    this.#current.backgroundHeard(event);
  }

  speechDoubted(): void {
    this.#current.speechDoubted();
  }

  speechContinued(): void {
    this.#current.speechContinued();
  }

  speechEnded(event: SpeechEdgeEvent): void {
    this.#speech = null;
    this.#current.speechEnded(event);
  }

  audio(event: { pcm: Int16Array; atMs: number }): void {
    this.#current.audio(event);
  }

  dtmf(event: { digit: string; atMs: number }): void {
    this.#current.dtmf(event);
  }

  held(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#current.held(isHeld);
  }

  putThrough(isPending: boolean, connectedTo?: string): void {
    this.#isPutThrough = isPending;
    if (connectedTo !== undefined) this.#connectedTo = connectedTo;
    this.#current.putThrough(isPending, connectedTo);
  }

  stop(): void {
    this.#isStopped = true;
    this.#current.stop();
  }

  command(command: ConversationCommand): Promise<CommandOutcome> {
    return this.#current.command(command);
  }

  memberSaid(words: MemberWords): void {
    this.#current.memberSaid(words);
  }

  /** A speech-to-speech model cannot be resumed. */
  suspend(): null {
    return null;
  }

  get isBetweenTurns(): boolean {
    return false;
  }

  progress(): ConversationProgress {
    return joined(this.#before, this.#current.progress());
  }

  async #carryOn(): Promise<ConversationResult> {
    const first = await this.#current.ended;
    if (first.end !== modelGone) return first;
    if (this.#isStopped) return { ...first, end: stopped };
    const after = this.#optionsAfter(first);
    const { maxDurationMs } = after.agent;
    this.#current = new PipelineConversation(after);
    this.#before = first;
    if (this.#mediaStartedAtMs !== null) this.#current.mediaStarted(this.#mediaStartedAtMs);
    if (this.#speech) this.#current.speechStarted(this.#speech);
    if (this.#isHeld) this.#current.held(true);
    if (this.#isPutThrough || this.#connectedTo !== undefined) {
      this.#current.putThrough(this.#isPutThrough, this.#connectedTo);
    }
    const second = await this.#current.ended;
    const { handed } = second;
    const passedMs = (handed?.passedMs ?? 0) + this.#options.agent.maxDurationMs - maxDurationMs;
    return {
      ...joined(first, second),
      end: second.end,
      ...(handed && { handed: { ...handed, passedMs } }),
    };
  }

  /**
   * Returns the options for the rest of the call. A greeted caller is not greeted again. An interrupted announcement is
   * repeated, because recording starts only after it.
   */
  #optionsAfter({ transcript }: ConversationProgress): ConversationOptions {
    const { agent, providers, resumes } = this.#options;
    const { isAnnounced } = this.#first;
    const isGreeting = ({ role, text }: SaidEntry) => role === 'bot' && text !== agent.announcement?.text;
    const isGreeted = isAnnounced && transcript.slice(resumes?.transcript.length ?? 0).some(isGreeting);
    const passedMs = (resumes?.passedMs ?? 0) + monotonicMs() - this.#beganMs;
    const maxDurationMs = Math.max(agent.maxDurationMs - passedMs, 1);
    const announcement = isAnnounced ? null : agent.announcement;
    const goesOn = isGreeted ? { firstMessage: null, waitForCaller: false } : {};
    return {
      ...this.#options,
      resumes: undefined,
      takesOver: undefined,
      history: messagesSince(this.#options, transcript),
      providers: { ...providers, speechToSpeech: null },
      agent: { ...agent, ...goesOn, announcement, maxDurationMs },
    };
  }
}

function joined(first: ConversationProgress, second: ConversationProgress): ConversationProgress {
  const before = first.turns.length;
  return {
    // Speech during the change began before the last entries of the first part.
    transcript: inOrder([...first.transcript, ...second.transcript]),
    turns: [...first.turns, ...second.turns.map((turn) => ({ ...turn, turn: turn.turn + before }))],
  };
}
