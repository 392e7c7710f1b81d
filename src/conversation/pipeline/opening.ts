import type { AgentSide } from './agent-side.ts';
import type { CallerSide } from './caller-side.ts';
import type { ConversationOptions } from './conversation.ts';
import { awaitFirstSound } from './first-sound.ts';
import type { Mind } from './mind.ts';
import type { ConversationTimer, Timers } from './timers.ts';

/**
 * A line on which nothing flows is spoken into so long after its beginning: a telephone that sends no silence has sent its
 * first report by then, at 3.1 s at the latest (RFC 3550 §6.2, A.7).
 */
const mediaWaitMs = 4000;
/** Callers who were to speak first are spoken to after this. */
const callerWaitMs = 4000;

/** What the first words are said with. */
interface OpeningTerms {
  conversation: Pick<ConversationOptions, 'agent' | 'line' | 'providers' | 'onUnproven'>;
  agent: AgentSide;
  caller: Pick<CallerSide, 'isSpeaking'>;
  mind: Pick<Mind, 'canAnswer'>;
  timers: Timers<ConversationTimer>;
  /** The wait for audio is over. */
  onOpen: () => void;
  /** The greeting begins while the caller speaks. */
  onTalkedOver: () => void;
  /** Nothing of the first words can be heard. */
  onMute: () => void;
}

/** The first words of a conversation: when they are said, and in which order. */
export class Opening {
  readonly #terms: OpeningTerms;
  #hasGreeted = false;
  #isAnnounced: boolean;

  constructor(terms: OpeningTerms) {
    this.#terms = terms;
    this.#isAnnounced = terms.conversation.agent.announcement === null;
  }

  get hasGreeted(): boolean {
    return this.#hasGreeted;
  }

  /** Whether the announcement was said to its end, or there is none. */
  get isAnnounced(): boolean {
    return this.#isAnnounced;
  }

  /**
   * Waits for audio to flow, for which `waitedMs` have passed. Of a caller who holds the call nothing is to come, until it
   * is back.
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
    const { conversation, agent, timers } = this.#terms;
    timers.clear('greeting');
    const { announcement, waitForCaller, firstMessage } = conversation.agent;
    if (announcement) {
      // Nobody is on record before knowing it.
      const onSaid = (): void => {
        this.#isAnnounced = true;
        conversation.line.recordPeer(true);
      };
      agent.announce(announcement.text, announcement.speech, onSaid);
      this.#awaitVoice();
    }
    if (waitForCaller && firstMessage) timers.set('greeting', callerWaitMs, () => this.greet());
    else this.greet();
  }

  /** Says the first message, once. */
  greet(): void {
    if (this.#hasGreeted) return;
    this.#hasGreeted = true;
    const { conversation, agent, timers, mind, caller, onTalkedOver } = this.#terms;
    timers.clear('greeting');
    const { firstMessage: first, waitForCaller } = conversation.agent;
    if (first) {
      agent.remark('greeting', first.text, first.speech);
      this.#awaitVoice();
    } else if (mind.canAnswer && !waitForCaller) {
      agent.answer('greeting', [{ text: '', input: 'none' }], null);
    } else return;
    if (caller.isSpeaking) onTalkedOver();
  }

  /** A model that speaks by itself may be slow, and is given up by itself; a voice on this machine as well. */
  #awaitVoice(): void {
    const { conversation, agent, timers, onMute } = this.#terms;
    const { speechToSpeech, textToSpeech } = conversation.providers;
    if (speechToSpeech || textToSpeech.some(({ isLocal }) => isLocal)) return;
    awaitFirstSound(agent, timers, onMute);
  }
}
