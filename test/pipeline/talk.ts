import {
  type Conversation,
  type ConversationAgent,
  type ConversationOptions,
  type ConversationResult,
  startConversation,
} from '../../src/conversation/pipeline/index.ts';
import { FakeEar } from './fake-ear.ts';
import { FakeLine } from './fake-line.ts';
import { fakeVoice, readSpeech } from './fake-voice.ts';

export const plainAgent: ConversationAgent = {
  prompt: 'Be kind.',
  announcement: null,
  firstMessage: null,
  waitForCaller: false,
  language: 'en',
  voice: null,
  model: null,
  temperature: null,
  interruptible: true,
  backChannelWords: [],
  endOfTurnMs: 300,
  silencePrompts: null,
  silenceMs: 10_000,
  maxDurationMs: 600_000,
  maxDurationWarning: null,
  fillers: null,
};

/** The caller's speech is decided as by a media session: it began so long ago, and it ended so long ago. */
export const startAfterMs = 80;
export const endAfterMs = 240;

export interface TalkOptions {
  agent?: Partial<ConversationAgent>;
  providers?: Partial<ConversationOptions['providers']>;
  tools?: ConversationOptions['tools'];
  carryOut?: ConversationOptions['carryOut'];
  ear?: FakeEar;
  spareSpeech?: ConversationOptions['spareSpeech'];
}

/** A conversation on a fake line, with a caller who says what the test wants; on the virtual clock. */
export class Talk {
  readonly line = new FakeLine();
  readonly ear: FakeEar;
  readonly problems: string[] = [];
  /** What providers failed at, in short: `fake model: again`. */
  readonly setbacks: string[] = [];
  /** What was said in the place of answers: `failed: apology`. */
  readonly unanswered: string[] = [];
  /** How often it spoke though nothing had shown that audio flows. */
  unproven = 0;
  /** How often it told that more was said. */
  progressed = 0;
  readonly conversation: Conversation;
  result: ConversationResult | null = null;

  constructor(options: TalkOptions = {}) {
    this.ear = options.ear ?? new FakeEar();
    this.conversation = startConversation({
      line: this.line,
      providers: {
        speechToSpeech: null,
        speechToText: [this.ear],
        languageModel: [],
        textToSpeech: [fakeVoice().voice],
        ...options.providers,
      },
      // Without a first message the caller begins, unless the test says otherwise.
      agent: { ...plainAgent, waitForCaller: !options.agent?.firstMessage, ...options.agent },
      tools: options.tools ?? null,
      spareSpeech: options.spareSpeech ?? null,
      carryOut: options.carryOut ?? (async () => ({ isOver: false, result: { error: 'no transfers here' } })),
      onProgress: () => void this.progressed++,
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

  /** All that was really sent, as text. */
  get wire(): string {
    return readSpeech(this.line.sent);
  }

  /** The transcript in short: `bot: hello`. */
  get said(): string[] {
    return (this.result?.transcript ?? []).map(({ role, text, name }) => `${role}: ${text || name}`);
  }

  advance(ms: number): Promise<void> {
    return this.line.advance(ms);
  }

  /** The caller's audio begins to flow. */
  async mediaStarts(): Promise<void> {
    this.conversation.mediaStarted(this.nowMs);
    await this.advance(20);
  }

  /** The caller speaks for so long; comes back when the end of it was decided. An empty text is noise. */
  async speaks(text: string, ms = 600): Promise<{ startMs: number; endMs: number }> {
    const startMs = this.nowMs;
    this.ear.understands(text, startMs);
    this.sounds(startMs - 200, startMs);
    await this.advance(startAfterMs);
    this.sounds(startMs, this.nowMs);
    this.conversation.speechStarted({ atMs: startMs, decidedAtMs: this.nowMs });
    await this.advance(ms - startAfterMs + endAfterMs);
    this.conversation.speechEnded({ atMs: startMs + ms, decidedAtMs: this.nowMs });
    return { startMs, endMs: startMs + ms };
  }

  /** The caller's audio between two positions. */
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

  /** Lets time pass until nothing has been said for a while. */
  async untilQuiet(quietMs = 2000, boundMs = 120_000): Promise<void> {
    for (let passed = 100; passed < boundMs && !this.result; passed += 100) {
      await this.advance(100);
      if (passed >= quietMs && this.line.isSilent(this.nowMs - quietMs, this.nowMs)) return;
    }
  }

  async stops(): Promise<ConversationResult> {
    this.conversation.stop();
    await this.advance(100);
    // Words that are still to come are waited for.
    if (!this.result) await this.advance(1000);
    if (!this.result) throw new Error('the conversation did not end');
    return this.result;
  }
}
