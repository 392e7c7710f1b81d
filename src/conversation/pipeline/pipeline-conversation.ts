import { monotonicMs, waitAtMost } from '../../platform/kernel/index.ts';
import { AgentSide } from './agent-side.ts';
import type { CallerSide, CallerTurn, Words } from './caller-side.ts';
import type {
  Conversation,
  ConversationEnd,
  ConversationOptions,
  ConversationProgress,
  ConversationResult,
} from './conversation.ts';
import { DurationLimit } from './duration-limit.ts';
import { conversationOver, silent, stopped, unheard, voiceless } from './ends.ts';
import { wordsOf } from './languages.ts';
import type { SpeechEdgeEvent } from './line.ts';
import { LineClock } from './line-clock.ts';
import { connectedNote, type Mind } from './mind.ts';
import { openKind } from './open-kind.ts';
import { Opening } from './opening.ts';
import { type ConversationTimer, Timers, timersOfOpen } from './timers.ts';
import { Transcript } from './transcript.ts';
import { Floor } from './turns/floor.ts';
import { SilenceWatch } from './turns/silence.ts';

/** What is said before the end takes no longer, and neither does the line's last word about what was sent. */
const farewellMsMax = 20_000;
const settleMsMax = 1000;

/**
 * A conversation of a transcriber, a language model and a voice. Its modes: **waiting** for audio to flow; **open**;
 * **closing**: the last words are said; **over**. This class stands between the line, the caller's side and the
 * agent's side, and applies the policies of who may speak (`turns/`).
 */
export class PipelineConversation implements Conversation {
  readonly #options: ConversationOptions;
  readonly #result = Promise.withResolvers<ConversationResult>();
  readonly #over = new AbortController();
  readonly #timers = new Timers<ConversationTimer>();
  readonly #transcript: Transcript;
  readonly #clock: LineClock;
  readonly #mind: Mind;
  readonly #agent: AgentSide;
  readonly #caller: CallerSide;
  readonly #floor: Floor;
  readonly #silence: SilenceWatch;
  readonly #duration: DurationLimit;
  readonly #opening: Opening;
  #mode: 'waiting' | 'open' | 'closing' | 'over' = 'waiting';
  /** The caller put the call on hold: nobody is waited for. */
  #isHeld = false;
  /** Another telephone rings, with which the call may go on. */
  #isPutThrough = false;
  /** What the caller said last was lost, and not by the caller. */
  #isUnheard = false;

  constructor(options: ConversationOptions) {
    const { line, agent } = options;
    this.#clock = new LineClock(line);
    this.#duration = new DurationLimit({
      agent,
      timers: this.#timers,
      nowMs: monotonicMs,
      onWarning: (text) => this.#remark(text),
      onEnd: (end) => void this.#end(end, ''),
    });
    const carryOut: ConversationOptions['carryOut'] = (...args) =>
      this.#duration.without(options.carryOut(...args));
    this.#options = { ...options, carryOut };
    this.#transcript = new Transcript(this.#clock, options.onProgress);
    const { mind, caller } = openKind(options, this.#transcript, {
      clock: this.#clock,
      timers: this.#timers,
      isListening: () => this.#mode === 'open' && this.#agent.isListening,
      onWords: () => this.#floor.judge(),
      onTurn: (turn) => this.#take(turn),
      onOverdue: () => this.#mode === 'open' && this.#agent.explain(),
      onUnheard: (isLost) => this.#notUnderstood(isLost),
      onLateWords: (words) => this.#record(words),
      onChange: () => this.#changed(),
      onGone: (end, farewell) => void this.#end(end, farewell),
    });
    this.#mind = mind;
    this.#caller = caller;
    this.#agent = new AgentSide({
      conversation: this.#options,
      clock: this.#clock,
      mind: this.#mind,
      transcript: this.#transcript,
      timers: this.#timers,
      over: this.#over.signal,
      onChange: () => this.#changed(),
      onSaid: (kind) => {
        if (kind !== 'silence') this.#silence.restart();
      },
      onEnd: (end, farewell) => void this.#end(end, farewell),
    });
    this.#floor = new Floor({
      settings: agent,
      agent: this.#agent,
      caller: this.#caller,
      clock: this.#clock,
      timers: this.#timers,
      isOpen: () => this.#mode === 'open' && this.#caller.isHeard,
      onDiscarded: (words) => this.#record(words),
    });
    this.#silence = this.#watchSilence();
    this.#opening = new Opening({
      conversation: this.#options,
      agent: this.#agent,
      caller: this.#caller,
      mind: this.#mind,
      timers: this.#timers,
      onOpen: () => this.#begin(),
      onTalkedOver: () => this.#floor.hold(),
      onMute: () => void this.#end(voiceless, ''),
    });
    this.#opening.await(false, this.#clock.nowMs);
  }

  /** Whether the caller knows what is to be known before anything else. */
  get isAnnounced(): boolean {
    return this.#opening.isAnnounced;
  }

  get ended(): Promise<ConversationResult> {
    return this.#result.promise;
  }

  mediaStarted(): void {
    this.#begin();
  }

  speechStarted(event: SpeechEdgeEvent): void {
    if (this.#isClosing) return;
    this.#caller.speechStarted(event);
    this.#floor.hold();
    this.#changed();
  }

  speechEnded(event: SpeechEdgeEvent): void {
    if (this.#isClosing) return;
    this.#caller.speechEnded(event);
    if (this.#mode === 'open' && this.#options.agent.waitForCaller) this.#opening.greet();
    this.#floor.judge();
    this.#changed();
  }

  audio(event: { pcm: Int16Array; atMs: number }): void {
    if (!this.#isClosing) this.#caller.audio(event);
  }

  dtmf({ digit, atMs }: { digit: string; atMs: number }): void {
    if (this.#mode === 'over') return;
    this.#transcript.add({ role: 'user', text: digit, name: 'dtmf', startMs: atMs, endMs: atMs });
    this.#silence.restart();
    if (this.#mode !== 'open' || this.#agent.isBound || !this.#mind.canAnswer) return;
    if (!this.#opening.hasGreeted) {
      this.#opening.greet();
      return;
    }
    if (this.#caller.isIdleKey(digit, atMs)) return;
    if (this.#agent.isBusy && this.#floor.isContestable) this.#agent.interrupt(atMs);
    this.#caller.key(digit, atMs);
    this.#changed();
  }

  held(isHeld: boolean): void {
    if (this.#isClosing || isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (this.#mode === 'waiting') this.#opening.await(isHeld, 0);
    const nowMs = this.#clock.nowMs;
    if (isHeld && this.#caller.isSpeaking) this.speechEnded({ atMs: nowMs, decidedAtMs: nowMs });
    this.#silence.restart();
    this.#changed();
  }

  putThrough(isPending: boolean, connectedTo?: string): void {
    if (this.#isClosing) return;
    this.#isPutThrough = isPending;
    if (connectedTo !== undefined) this.#agent.note(connectedNote(connectedTo));
    this.#silence.restart();
    this.#changed();
  }

  stop(): void {
    void this.#close(stopped);
  }

  progress(): ConversationProgress {
    return {
      transcript: this.#transcript.read(),
      turns: this.#agent.ledgers.map((ledger) => ledger.read()),
    };
  }

  get #isClosing(): boolean {
    return this.#mode === 'closing' || this.#mode === 'over';
  }

  #watchSilence(): SilenceWatch {
    const { silencePrompts, silenceMs, language } = this.#options.agent;
    const { goodbye } = wordsOf(language);
    const texts = silencePrompts?.texts ?? [];
    return new SilenceWatch({
      silenceMs,
      promptAfterMs: silencePrompts?.afterMs ?? null,
      promptsMax: texts.length > 0 ? texts.length : Number.POSITIVE_INFINITY,
      onPrompt: (index) => {
        const text = texts[index];
        if (text !== undefined) this.#remark(text);
        else if (this.#mind.canAnswer) this.#agent.answer('silence', [{ text: '', input: 'none' }], null);
        this.#changed();
      },
      onTimeout: () => void (this.#isUnheard ? this.#end(unheard, goodbye) : this.#end(silent, '')),
      timers: this.#timers,
      nowMs: () => this.#clock.nowMs,
    });
  }

  /** Audio flows, or has been waited for. */
  #begin(): void {
    if (this.#mode !== 'waiting') return;
    this.#mode = 'open';
    this.#opening.begin();
    this.#changed();
  }

  #remark(text: string): void {
    if (this.#mode === 'open' && !this.#agent.isBusy && text !== '')
      this.#agent.remark('silence', text, null);
  }

  #take({ kind, parts, words, marks }: CallerTurn): void {
    this.#record(words);
    this.#isUnheard = false;
    this.#silence.restart();
    if (this.#mind.canAnswer && this.#mode === 'open') this.#agent.answer(kind, parts, marks);
    this.#changed();
  }

  /** What was said and waited for is no turn. */
  #notUnderstood(isLost: boolean): void {
    if (this.#mode !== 'open') return;
    this.#isUnheard = isLost;
    this.#silence.restart();
    if (this.#mind.canAnswer) this.#agent.apologize();
  }

  #record(words: readonly Words[]): void {
    for (const { text, startMs, endMs } of words)
      this.#transcript.add({ role: 'user', text, startMs, endMs });
  }

  /** Who speaks may have changed. */
  #changed(): void {
    if (this.#mode !== 'open') return;
    this.#caller.reconsider();
    const isAway = this.#isHeld || this.#isPutThrough;
    if (isAway || this.#agent.isBusy || this.#caller.isPending) this.#silence.stop();
    else this.#silence.run();
  }

  /** Ends it from this side, after the last words. */
  async #end(end: ConversationEnd, farewell: string): Promise<void> {
    if (this.#isClosing) return;
    this.#mode = 'closing';
    for (const name of timersOfOpen) this.#timers.clear(name);
    this.#agent.interrupt(null);
    await waitAtMost(this.#agent.sayFarewell(farewell), farewellMsMax, this.#over.signal);
    await this.#close(end);
  }

  async #close(end: ConversationEnd): Promise<void> {
    if (this.#mode === 'over') return;
    this.#mode = 'over';
    this.#timers.close();
    this.#over.abort(conversationOver);
    await waitAtMost(Promise.all([this.#agent.close(), this.#caller.settle()]), settleMsMax);
    this.#record(this.#caller.discard());
    this.#caller.close();
    this.#result.resolve({ end, ...this.progress() });
  }
}
