import type { AgentSide } from './agent-side.ts';
import type { CallerSide } from './caller-side.ts';
import type { ConversationOptions } from './conversation.ts';
import type { Responder } from './responder.ts';
import type { ConversationTimer, Timers } from './timers.ts';

/**
 * The greeting starts after this time even without audio from the caller. A phone that suppresses silence has sent its
 * first RTCP report by then, after at most 3.1 s (RFC 3550 §6.2, A.7).
 */
const mediaWaitMs = 4000;
/** The wait for a caller who should speak first. */
const callerWaitMs = 4000;
/** The call ends if the first words are not audible this long after they were due, because the caller hears only
 * silence. */
const firstSoundMsMax = 3000;

/** The parts of a conversation that the first words need, and its events. */
interface OpeningTerms {
  conversation: Pick<
    ConversationOptions,
    'agent' | 'line' | 'providers' | 'onUnproven' | 'resumes' | 'takesOver'
  >;
  agent: AgentSide;
  caller: Pick<CallerSide, 'isSpeaking'>;
  responder: Pick<Responder, 'canAnswer'>;
  timers: Timers<ConversationTimer>;
  /** The wait for audio is over. */
  onOpen: () => void;
  /** The first message is being said. */
  onGreeted: () => void;
  /** The greeting starts while the caller speaks. */
  onTalkedOver: () => void;
  /** The first words could not be heard in time. */
  onMute: () => void;
}

/** Decides when the announcement and the first message are said. */
export class Opening {
  readonly #terms: OpeningTerms;
  #hasGreeted: boolean;
  #isAnnouncing = false;
  #isAnnounced: boolean;

  constructor(terms: OpeningTerms) {
    this.#terms = terms;
    const { agent, resumes, takesOver } = terms.conversation;
    this.#hasGreeted = resumes !== undefined && takesOver === undefined;
    this.#isAnnouncing = this.#hasGreeted;
    this.#isAnnounced = this.#hasGreeted || agent.announcement === null;
  }

  get hasGreeted(): boolean {
    return this.#hasGreeted;
  }

  /** Whether there is a first message that was not said yet. */
  get canGreet(): boolean {
    return !this.#hasGreeted && this.#terms.conversation.agent.firstMessage !== null;
  }

  /** Whether the announcement was heard to its end, or there is none. */
  get isAnnounced(): boolean {
    return this.#isAnnounced;
  }

  /**
   * Waits for audio to flow; `waitedMs` of the wait have passed. While the caller holds the call, no audio is expected.
   */
  await(isHeld: boolean, waitedMs: number): void {
    const { timers, conversation, onOpen } = this.#terms;
    timers.clear('greeting');
    if (isHeld) return;
    timers.set('greeting', mediaWaitMs - waitedMs, () => {
      conversation.onUnproven?.();
      onOpen();
    });
  }

  begin(): void {
    const { conversation, timers } = this.#terms;
    timers.clear('greeting');
    const { firstMessage, menus } = conversation.agent;
    // The announcement and the first message are for a person.
    if (menus === null || menus.startsWith === 'person') this.announce();
    if (firstMessage && menus?.startsWith === 'menu') return;
    if (this.#waits && firstMessage) this.awaitCaller();
    else this.greet();
  }

  /** Says the first message after a while, unless the other side speaks. */
  awaitCaller(): void {
    if (this.canGreet) this.#terms.timers.set('greeting', callerWaitMs, () => this.greet());
  }

  /** Says the announcement, once. The caller is recorded only after hearing it. */
  announce(): void {
    const { conversation, agent } = this.#terms;
    const { announcement } = conversation.agent;
    if (!announcement || this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    agent.announce(announcement.text, announcement.speech, () => {
      this.#isAnnounced = true;
      conversation.line.recordPeer(true);
    });
    this.#awaitVoice();
  }

  /** Whether the other side speaks first. */
  get #waits(): boolean {
    const { waitForCaller, menus } = this.#terms.conversation.agent;
    return waitForCaller || (menus !== null && menus.startsWith !== 'person');
  }

  /** Says the first message, once. */
  greet(): void {
    if (this.#hasGreeted) return;
    this.#hasGreeted = true;
    const { conversation, agent, timers, responder, caller, onGreeted, onTalkedOver } = this.#terms;
    timers.clear('greeting');
    const { takesOver } = conversation;
    const { firstMessage: first } = conversation.agent;
    if (first) {
      this.announce();
      onGreeted();
      agent.remark('greeting', first.text, first.speech);
      this.#awaitVoice();
    } else if (responder.canAnswer && !this.#waits) {
      agent.answer('greeting', takesOver ? [] : [{ text: '', input: 'none' }], takesOver?.marks ?? null);
    } else return;
    if (caller.isSpeaking) onTalkedOver();
  }

  /** Limits the wait for the first sound. Speech-to-speech models and local voices have limits of their own. */
  #awaitVoice(): void {
    const { speechToSpeech, textToSpeech } = this.#terms.conversation.providers;
    if (speechToSpeech || textToSpeech.some(({ isLocal }) => isLocal)) return;
    this.#awaitFirstSound();
  }

  #awaitFirstSound(): void {
    const { agent, timers, onMute } = this.#terms;
    timers.set('voice', firstSoundMsMax, () => {
      if (agent.isMute === 'held') this.#awaitFirstSound();
      else if (agent.isMute) onMute();
    });
  }
}
