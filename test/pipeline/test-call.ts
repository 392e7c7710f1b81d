import {
  type Conversation,
  type ConversationAgent,
  type ConversationOptions,
  type ConversationResult,
  startConversation,
} from '../../src/conversation/pipeline/index.ts';
import { FakeLine } from './fake-line.ts';
import { FakeTranscriber } from './fake-transcriber.ts';
import { fakeVoice, readSpeech } from './fake-voice.ts';

export const plainAgent: ConversationAgent = {
  prompt: 'Be kind.',
  announcement: null,
  firstMessage: null,
  waitForCaller: false,
  language: 'en',
  languages: [],
  voice: null,
  pronunciations: [],
  readsNumbers: true,
  model: null,
  temperature: null,
  interruptible: true,
  backChannelWords: [],
  keyTerms: [],
  keyTermBoosts: new Map(),
  endOfTurnMs: 300,
  droppedAnswersMax: 0,
  mayHoldBack: false,
  silencePrompts: null,
  silenceMs: 10_000,
  maxDurationMs: 600_000,
  maxDurationWarning: null,
  fillers: null,
  menus: null,
};

/** The delays with which a media session detects the start of speech, a pause, and the end. */
export const startAfterMs = 80;
export const pauseAfterMs = 100;
export const endAfterMs = 240;

export interface TestCallOptions {
  agent?: Partial<ConversationAgent>;
  providers?: Partial<ConversationOptions['providers']>;
  tools?: ConversationOptions['tools'];
  knowledge?: ConversationOptions['knowledge'];
  carryOut?: ConversationOptions['carryOut'];
  transcriber?: FakeTranscriber;
  spareSpeech?: ConversationOptions['spareSpeech'];
  resumes?: ConversationOptions['resumes'];
  takesOver?: ConversationOptions['takesOver'];
  /** The position on the line at which the call begins; 0 by default. */
  atMs?: number;
}

/** A conversation on a fake line and the virtual clock, with a caller that the test controls. */
export class TestCall {
  readonly line: FakeLine;
  readonly transcriber: FakeTranscriber;
  readonly problems: string[] = [];
  /** The reasons of the facts for `why`. */
  readonly facts: string[] = [];
  /** The setbacks of providers in short form: `fake model: again`. */
  readonly setbacks: string[] = [];
  /** The replacements of answers in short form: `failed: apology`. */
  readonly unanswered: string[] = [];
  /** The number of `onUnproven` events. */
  unproven = 0;
  /** The number of `onProgress` events. */
  progressed = 0;
  readonly conversation: Conversation;
  result: ConversationResult | null = null;

  constructor(options: TestCallOptions = {}) {
    this.line = new FakeLine(options.atMs);
    this.transcriber = options.transcriber ?? new FakeTranscriber();
    this.conversation = startConversation({
      line: this.line,
      providers: {
        speechToSpeech: null,
        speechToText: [this.transcriber],
        languageModel: [],
        textToSpeech: [fakeVoice().voice],
        ...options.providers,
      },
      // Without a first message the caller begins by default.
      agent: { ...plainAgent, waitForCaller: !options.agent?.firstMessage, ...options.agent },
      tools: options.tools ?? null,
      knowledge: options.knowledge ?? null,
      resumes: options.resumes,
      takesOver: options.takesOver,
      spareSpeech: options.spareSpeech ?? null,
      carryOut: options.carryOut ?? (async () => ({ isOver: false, result: { error: 'no transfers here' } })),
      onProgress: () => void this.progressed++,
      onFact: (reason) => void this.facts.push(reason),
      onUnproven: () => void this.unproven++,
      onUnanswered: ({ why, instead }) => this.unanswered.push(`${why}: ${instead}`),
      onProblem: ({ what, setback }) => {
        this.problems.push(what);
        if (!setback) return;
        const { provider, after } = setback;
        const became = after.kind === 'broken-off' && after.goesOn ? 'gone on with' : after.kind;
        this.setbacks.push(`${provider}: ${after.kind === 'next' ? after.provider : became}`);
      },
    });
    void this.conversation.ended.then((result) => {
      this.result = result;
    });
  }

  get nowMs(): number {
    return this.line.nowMs;
  }

  /** All sent audio as text. */
  get wire(): string {
    return readSpeech(this.line.sent);
  }

  /** The final transcript in short form: `bot: hello`. */
  get said(): string[] {
    return (this.result?.transcript ?? []).map(({ role, text, name }) => `${role}: ${text || name}`);
  }

  advance(ms: number): Promise<void> {
    return this.line.advance(ms);
  }

  /** Starts the caller's audio. */
  async mediaStarts(): Promise<void> {
    this.conversation.mediaStarted(this.nowMs);
    await this.advance(20);
  }

  /** Lets the caller speak for `ms`, and returns when the end of the speech was detected. An empty text is noise. */
  async speaks(text: string, ms = 600): Promise<{ startMs: number; endMs: number }> {
    const startMs = this.nowMs;
    this.transcriber.understands(text, startMs);
    this.sounds(startMs - 200, startMs);
    await this.advance(startAfterMs);
    this.sounds(startMs, this.nowMs);
    this.conversation.speechStarted({ atMs: startMs, decidedAtMs: this.nowMs });
    await this.advance(ms - startAfterMs + pauseAfterMs);
    this.conversation.speechPaused({ atMs: startMs + ms, decidedAtMs: this.nowMs });
    await this.advance(endAfterMs - pauseAfterMs);
    this.conversation.speechEnded({ atMs: startMs + ms, decidedAtMs: this.nowMs });
    return { startMs, endMs: startMs + ms };
  }

  /** Lets a sound begin that voice activity takes for speech. Returns its position; `speechEnded` ends it. */
  async soundBegins(): Promise<number> {
    const startMs = this.nowMs;
    this.transcriber.understands('', startMs);
    await this.advance(startAfterMs);
    this.conversation.speechStarted({ atMs: startMs, decidedAtMs: this.nowMs });
    return startMs;
  }

  /** Reports that the caller has been silent since `atMs`. */
  pauses(atMs: number): void {
    this.conversation.speechPaused({ atMs, decidedAtMs: this.nowMs });
  }

  /** Delivers the caller's audio between two positions. */
  sounds(fromMs: number, toMs: number): void {
    for (let atMs = fromMs; atMs < toMs; atMs += 20)
      this.conversation.audio({ pcm: new Int16Array(160), atMs });
  }

  async presses(digits: string, everyMs = 200): Promise<void> {
    for (const digit of digits) {
      this.conversation.dtmf({ digit, atMs: this.nowMs });
      await this.advance(everyMs);
    }
  }

  /** Advances the clock until the agent has been silent for `quietMs`. */
  async untilQuiet(quietMs = 2000, boundMs = 120_000): Promise<void> {
    for (let passed = 100; passed < boundMs && !this.result; passed += 100) {
      await this.advance(100);
      if (passed >= quietMs && this.line.isSilent(this.nowMs - quietMs, this.nowMs)) return;
    }
  }

  async stops(): Promise<ConversationResult> {
    this.conversation.stop();
    await this.advance(100);
    // The conversation waits up to a second for outstanding words.
    if (!this.result) await this.advance(1000);
    if (!this.result) throw new Error('the conversation did not end');
    return this.result;
  }
}
