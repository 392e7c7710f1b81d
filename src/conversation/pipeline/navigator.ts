import { MusicListener } from '../../telephony/answer-detection/index.ts';
import type { CallerTurn } from './caller-side.ts';
import type { ConversationEnd, ConversationOptions } from './conversation.ts';
import type { LineClock } from './line-clock.ts';
import type { CallerPart } from './memory.ts';
import type { Timers } from './timers.ts';
import { Navigation } from './turns/navigation.ts';

/** The most characters of a menu in the record of the call. */
const charactersMax = 300;
/** Speech in progress when the time on hold is over may be a person's first words. The call waits this long for them. */
const firstWordsMsMax = 8_000;
const lookEveryMs = 500;

interface NavigatorOptions {
  conversation: Pick<ConversationOptions, 'agent' | 'line' | 'onFact'>;
  clock: LineClock;
  timers: Pick<Timers<'hold'>, 'set' | 'clear' | 'has'>;
  /** Whether the other side speaks, or its words are not known yet. */
  isHearing: () => boolean;
  /** No person will be reached. */
  onGivenUp: (end: ConversationEnd) => void;
}

/** The words of the other side for the model. `note` names who speaks now; `null` when it knows that. */
interface Addressed {
  parts: CallerPart[];
  note: string | null;
  /** Whether a person speaks for the first time, or again after a machine. */
  isNewPerson: boolean;
}

/** English, because the model reads it. */
const menuNote =
  'An automated telephone menu speaks now, not a person. Choose what serves your task: press its keys with your tool for keys, or say the few words that it asks for. Say nothing else. When there is nothing to choose yet, answer only "..." and wait.';
const voicemailNote =
  'A voicemail speaks now, not a person, and takes a message after its tone. Treat it as your task says. Leave a message only with your tool for voicemails. Without instructions, end the call.';
const personNote = (way: string, isFirst: boolean) =>
  `A person speaks now${way === '' ? '' : `, after ${way}`}. The person ${
    isFirst
      ? 'has heard nothing of the call so far'
      : 'may be another one, who has not heard the conversation so far'
  }.`;

/** Leads an agent through the menus and queues of a company, if it may. Without the setting, everybody is a person. */
export class Navigator {
  readonly #options: NavigatorOptions;
  readonly #navigation: Navigation | null;
  readonly #music: MusicListener | null;
  #isOnHold = false;
  #hasMetPerson: boolean;

  constructor(options: NavigatorOptions) {
    const { agent, line } = options.conversation;
    this.#options = options;
    this.#hasMetPerson = agent.menus?.startsWith === 'person';
    this.#navigation = agent.menus && new Navigation(agent.menus);
    this.#music = agent.menus && new MusicListener(line.sampleRateHz);
  }

  /** Whether no person is known to listen: the agent is silent but for its choices. */
  get isMachine(): boolean {
    return this.#navigation?.isMachine === true;
  }

  /** Whether nothing was heard of the other side yet. */
  get isUnknown(): boolean {
    return this.#navigation?.isUnknown === true;
  }

  /** Whether the agent has just pressed keys in a menu, which speaks next. */
  get hasChosen(): boolean {
    return this.isMachine && this.#navigation!.hasPressed;
  }

  /** Whether silence is no sign that the call is over. */
  get isWaiting(): boolean {
    return this.#navigation?.isWaiting === true;
  }

  /** Returns the silence that ends a machine's turn with these words; `null` with a person. */
  pauseMs(text: string): number | null {
    return this.#navigation?.pauseMs(text, this.#options.conversation.agent.endOfTurnMs) ?? null;
  }

  greeted(): void {
    this.#hasMetPerson = true;
    this.#navigation?.greeted();
  }

  /** The agent has just spoken. */
  spoke(): void {
    this.#navigation?.spoke(this.#options.clock.nowMs);
    this.#watchHold();
  }

  pressed(keys: string): void {
    this.#navigation?.pressed(keys, this.#options.clock.nowMs);
    this.#watchHold();
  }

  /** Listens for music on hold while the agent is silent. */
  audio({ pcm, atMs }: { pcm: Int16Array; atMs: number }, isAgentBusy: boolean): void {
    const before = this.#music?.untilMs;
    this.#music?.audio(pcm, atMs);
    const untilMs = this.#music?.untilMs ?? null;
    if (untilMs === null || untilMs === before || isAgentBusy) return;
    this.#navigation!.music(untilMs);
    this.#watchHold();
  }

  /** Takes a turn of the other side. Returns what the model is to answer, or `null` when no answer is expected. */
  take({ kind, parts, words }: Pick<CallerTurn, 'kind' | 'parts' | 'words'>): Addressed | null {
    if (!this.#navigation || kind === 'dtmf') return { parts, note: null, isNewPerson: false };
    const navigated = this.#navigation.heard(words, this.#options.clock.nowMs);
    this.#watchHold();
    if (navigated.kind === 'give-up')
      this.#options.onGivenUp({ reason: 'no-person-reached', message: navigated.why });
    if (navigated.kind !== 'answer') return null;
    const { to, isNew } = navigated;
    const isNewPerson = isNew && to === 'person';
    const text = navigated.words.map((one) => one.text).join(' ');
    const heard = `“${text.slice(0, charactersMax)}”`;
    if (to === 'menu') this.#fact('phone-menu', heard);
    if (to === 'voicemail') this.#fact('voicemail-reached', heard);
    const way = this.#wayThrough();
    if (isNewPerson)
      this.#fact('person-reached', way === '' ? 'A person answered.' : `A person answered after ${way}.`);
    const machineNote = to === 'voicemail' ? voicemailNote : menuNote;
    const note = isNewPerson ? personNote(way, !this.#hasMetPerson) : machineNote;
    if (isNewPerson) this.#hasMetPerson = true;
    return {
      parts: navigated.words.length === words.length ? parts : [{ text, input: 'speech' }],
      note: isNew ? note : null,
      isNewPerson,
    };
  }

  /** Limits the time of waiting. */
  #watchHold(): void {
    if (!this.#navigation) return;
    const { timers, clock } = this.#options;
    const { isOnHold } = this.#navigation;
    const leftMs = this.#navigation.holdLeftMs(clock.nowMs);
    if (isOnHold && !this.#isOnHold)
      this.#fact('on-hold', 'Music, an announcement or a person asks to wait.');
    this.#isOnHold = isOnHold;
    if (leftMs === null) timers.clear('hold');
    else if (!timers.has('hold')) timers.set('hold', leftMs, () => this.#waited(firstWordsMsMax));
  }

  /** The time on hold is over. Speech in progress has `graceMs` to become the words of a person. */
  #waited(graceMs: number): void {
    const { timers, clock, isHearing, onGivenUp } = this.#options;
    if (graceMs > 0 && isHearing()) {
      timers.set('hold', lookEveryMs, () => this.#waited(graceMs - lookEveryMs));
      return;
    }
    const seconds = Math.round(this.#navigation!.way(clock.nowMs).heldMs / 1000);
    onGivenUp({ reason: 'no-person-reached', message: `No person answered in ${seconds} s of waiting.` });
  }

  #wayThrough(): string {
    const { menus, keys, heldMs } = this.#navigation!.way(this.#options.clock.nowMs);
    const heldSeconds = Math.round(heldMs / 1000);
    return [
      ...(menus > 0 ? [menus === 1 ? 'one menu' : `${menus} menus`] : []),
      ...(keys === '' ? [] : [`the keys ${keys}`]),
      ...(heldSeconds > 0 ? [`${heldSeconds} s of waiting`] : []),
    ].join(', ');
  }

  #fact(reason: string, message: string): void {
    this.#options.conversation.onFact?.(reason, message);
  }
}
