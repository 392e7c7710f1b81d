import {
  asksToWait,
  greets,
  onlyWelcomes,
  plainWords,
  readWords,
} from '../../../telephony/answer-detection/index.ts';
import type { Words } from '../caller-side.ts';

/** Menus pause between their options: only a longer silence ends one. */
const menuPauseMs = 1_200;
/** A person who answers the call waits for a reply. These pauses are those of answer detection. */
const greetingPauseMs = 900;
const shortGreetingPauseMs = 600;
const shortGreetingWordsMax = 3;
/** A person's first words after a menu or music are shorter. A company's greeting is longer than a private person's. */
const personSpeechMsMax = 4_000;
const greetingMsMax = 7_000;
/** The same menu may be heard so often. */
const hearingsMax = 3;
/** Two menus are the same when they share this part of their words; a transcriber errs in the others. */
const sameShare = 0.8;
/** So many words at the beginning of a menu show that it begins again. */
const beginningWords = 6;
/** Words that end this long after music are no part of it. */
const afterMusicMs = 200;
/** Music behind a conversation is no music on hold: neither side has spoken for this long. */
const quietBeforeMusicMs = 5_000;

interface NavigationSettings {
  /** The knowledge at the beginning of the conversation. */
  startsWith: 'unknown' | 'menu' | 'person';
  /** The most time on hold, in milliseconds. */
  holdMsMax: number;
  /** The most menus heard, repeated ones included. */
  menusMax: number;
}

/**
 * The reaction to the words of the other side.
 *
 * - `answer`: the model answers a `menu`, a `voicemail` or a `person`. `isNew`: it did not speak with one before.
 * - `wait`: no answer is expected. After the welcome of a company either a menu or a person follows.
 * - `give-up`: no person will be reached; `why` says it in a sentence.
 */
export type Navigated =
  | { kind: 'answer'; to: 'menu' | 'voicemail' | 'person'; isNew: boolean; words: Words[] }
  | { kind: 'wait' }
  | { kind: 'give-up'; why: string };

/** A menu that was heard. The agent answers with keys or words. */
interface Menu {
  words: Set<string>;
  hearings: number;
  isAnswered: boolean;
}

/** The menus, the keys and the time on hold on the way to a person. */
export interface WayThrough {
  menus: number;
  keys: string;
  heldMs: number;
}

/**
 * The policy of a call to a company: it distinguishes menus, waiting and people by their words and by music. Its modes:
 *
 * - **unknown**: nothing was said yet.
 * - **menu**: a machine speaks, and the model may choose.
 * - **hold**: music or announcements.
 * - **person**: an ordinary conversation. Music, words of a menu and repeated requests to wait end it.
 *
 * Beside its mode the call may be **waiting**: on hold, after a choice, and after a person asked to wait. The waiting time is
 * limited in every mode.
 *
 * Positions are milliseconds on the line's clock.
 */
export class Navigation {
  readonly #settings: NavigationSettings;
  #mode: 'unknown' | 'menu' | 'hold' | 'person';
  readonly #way: WayThrough = { menus: 0, keys: '', heldMs: 0 };
  /** The words of each menu, and how often it was heard. */
  readonly #menus: Menu[] = [];
  /** The latest menu that the model may answer. */
  #offered: Menu | null = null;
  #waitSinceMs: number | null = null;
  #musicUntilMs = Number.NEGATIVE_INFINITY;
  #spokenUntilMs = Number.NEGATIVE_INFINITY;
  /** Whether the agent has pressed keys, and whether it has spoken, since the other side spoke. */
  #hasPressed = false;
  #hasSpoken = false;
  /** Turns without words of a menu that the other side exchanged with the agent: people do that, and some machines. */
  #exchanges = 0;
  #hasMetMenu = false;

  constructor(settings: NavigationSettings) {
    this.#settings = settings;
    this.#mode = settings.startsWith;
  }

  /** Whether no person is known to listen. */
  get isMachine(): boolean {
    return this.#mode !== 'person';
  }

  /** Whether nothing was heard yet. */
  get isUnknown(): boolean {
    return this.#mode === 'unknown';
  }

  /** Whether silence is no sign that the call is over: on hold, and after a choice, when a telephone may ring. */
  get isWaiting(): boolean {
    return this.#waitSinceMs !== null;
  }

  /** Whether music, an announcement or a person asks to wait. */
  get isOnHold(): boolean {
    return this.#mode === 'hold' || (this.#mode === 'person' && this.isWaiting);
  }

  /** Whether keys were pressed since the other side spoke. */
  get hasPressed(): boolean {
    return this.#hasPressed;
  }

  /** The remaining time to wait; `null` while the call is not waiting. */
  holdLeftMs(nowMs: number): number | null {
    return this.#waitSinceMs === null ? null : this.#settings.holdMsMax - this.#heldMs(nowMs);
  }

  way(nowMs: number): WayThrough {
    return { ...this.#way, heldMs: this.#heldMs(nowMs) };
  }

  /**
   * Returns the silence that ends a turn while no person is known to listen: shorter when a menu repeats itself, and after
   * the first greeting of the call. `null` with a person.
   */
  pauseMs(text: string, endOfTurnMs: number): number | null {
    if (!this.isMachine) return null;
    return isRepeating(text) ? endOfTurnMs : Math.max(this.#pauseAfterMs(text), endOfTurnMs);
  }

  #pauseAfterMs(text: string): number {
    if (this.#mode !== 'unknown' || !greets(text) || readWords(text).long !== null) return menuPauseMs;
    const isShort = plainWords(text).split(' ').length <= shortGreetingWordsMax;
    return isShort ? shortGreetingPauseMs : greetingPauseMs;
  }

  /** The first message is being said, because the other side is silent. */
  greeted(): void {
    this.#mode = 'person';
  }

  /** The agent has spoken until `atMs`. */
  spoke(atMs: number): void {
    this.#spokenUntilMs = Math.max(this.#spokenUntilMs, atMs);
    this.#hasSpoken = true;
    this.#chose(atMs);
  }

  /** Music was heard until `atMs`. */
  music(atMs: number): void {
    this.#musicUntilMs = atMs;
    const isBehind = atMs - this.#spokenUntilMs < quietBeforeMusicMs;
    if (this.#mode !== 'person' || this.isWaiting || !isBehind) this.#hold(atMs);
  }

  /** The agent pressed keys at `atMs`. */
  pressed(keys: string, atMs: number): void {
    this.#way.keys += keys;
    this.#hasPressed = true;
    this.#exchanges = 0;
    this.#chose(atMs);
  }

  /** The agent answered a machine: a telephone may ring now. */
  #chose(atMs: number): void {
    if (!this.#offered || this.#mode === 'person') return;
    this.#offered.isAnswered = true;
    this.#mode = 'menu';
    this.#waitSinceMs ??= atMs;
  }

  /** Takes a whole turn of the other side, which ended at `nowMs`. */
  heard(all: readonly Words[], nowMs: number): Navigated {
    const words = all.filter(({ endMs }) => endMs > this.#musicUntilMs + afterMusicMs);
    this.#spokenUntilMs = Math.max(this.#spokenUntilMs, all.at(-1)?.endMs ?? nowMs);
    const text = words.map((one) => one.text).join(' ');
    if (plainWords(text) === '') return { kind: 'wait' };
    this.#hasPressed = false;
    const { short, long, promisesTone } = readWords(text);
    if (short === 'ivr' || short === 'screening') return this.#menu(words, text, nowMs);
    if (short === 'queue') return this.#queue(words, nowMs);
    // A person may speak of a voicemail. A queue may offer one.
    if (short === 'voicemail' && !asksToWait(text) && (this.isMachine || promisesTone))
      return this.#voicemail(words, text, nowMs);
    if (this.#mode === 'person') return this.#person(words);
    if (short === null && this.#isPerson(words, text, long !== null))
      return onlyWelcomes(text) ? { kind: 'wait' } : this.#person(words);
    if (this.#mode === 'hold' && short === null) return { kind: 'wait' };
    const exchanges = this.#exchanges + (this.#hasSpoken && short === null ? 1 : 0);
    return this.#menu(words, text, nowMs, exchanges);
  }

  #isPerson(words: readonly Words[], text: string, isDoubtful: boolean): boolean {
    // A transcriber may begin its words in the music before them.
    const spokenMs = words.reduce(
      (sum, { startMs, endMs }) => sum + endMs - Math.max(startMs, this.#musicUntilMs),
      0,
    );
    if (greets(text) && !isDoubtful) return spokenMs < greetingMsMax;
    return this.#mode === 'menu' ? this.#exchanges > 0 && !isDoubtful : spokenMs < personSpeechMsMax;
  }

  #person(words: Words[]): Navigated {
    const isNew = this.#mode !== 'person';
    this.#stopWaiting(words[0]!.startMs);
    this.#mode = 'person';
    this.#offered = null;
    return { kind: 'answer', to: 'person', isNew, words };
  }

  /** A person who asks to wait expects a word. A second request in a row is an announcement. */
  #queue(words: Words[], nowMs: number): Navigated {
    if (this.#mode !== 'person' || this.isWaiting) {
      this.#hold(nowMs);
      return { kind: 'wait' };
    }
    this.#waitSinceMs = nowMs;
    return { kind: 'answer', to: 'person', isNew: false, words };
  }

  /** A voicemail is a machine that takes a message in place of keys. */
  #voicemail(words: Words[], text: string, nowMs: number): Navigated {
    const navigated = this.#menu(words, text, nowMs);
    return navigated.kind === 'answer' ? { ...navigated, to: 'voicemail', isNew: true } : navigated;
  }

  /** A person may use words of a menu, too: after them, words without any are a person's again. */
  #menu(words: Words[], text: string, nowMs: number, exchanges = this.#mode === 'person' ? 1 : 0): Navigated {
    const menu = this.#menuOf(text);
    const isInQueue = this.#mode === 'hold' || asksToWait(text);
    // An announcement of a queue may offer a choice again and again, such as to be called back.
    if (isInQueue && menu.hearings > hearingsMax && !menu.isAnswered) {
      this.#hold(nowMs);
      return { kind: 'wait' };
    }
    this.#stopWaiting(words[0]!.startMs);
    const isNew = this.#mode === 'person' || !this.#hasMetMenu;
    this.#hasMetMenu = true;
    this.#mode = 'menu';
    if (asksToWait(text)) this.#hold(nowMs);
    this.#offered = menu;
    this.#exchanges = exchanges;
    this.#hasSpoken = false;
    this.#way.menus++;
    if (menu.hearings > hearingsMax)
      return { kind: 'give-up', why: `The same menu was heard ${hearingsMax + 1} times.` };
    if (this.#way.menus > this.#settings.menusMax)
      return { kind: 'give-up', why: `No person was reached through ${this.#settings.menusMax} menus.` };
    return { kind: 'answer', to: 'menu', isNew, words };
  }

  #menuOf(text: string): Menu {
    const words = new Set(plainWords(text).split(' '));
    let menu = this.#menus.find((known) => isSame(known.words, words));
    if (!menu) this.#menus.push((menu = { words, hearings: 0, isAnswered: false }));
    menu.hearings++;
    return menu;
  }

  #hold(atMs: number): void {
    this.#mode = 'hold';
    this.#exchanges = 0;
    this.#waitSinceMs ??= atMs;
  }

  #stopWaiting(nowMs: number): void {
    this.#way.heldMs = this.#heldMs(nowMs);
    this.#waitSinceMs = null;
  }

  #heldMs(nowMs: number): number {
    return this.#way.heldMs + (this.#waitSinceMs === null ? 0 : Math.max(nowMs - this.#waitSinceMs, 0));
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared >= sameShare * (one.size + other.size - shared);
}

/** Returns whether the words at the beginning of a text come again. */
function isRepeating(text: string): boolean {
  const words = plainWords(text).split(' ');
  if (words.length < 2 * beginningWords) return false;
  const beginning = ` ${words.slice(0, beginningWords).join(' ')} `;
  return ` ${words.slice(beginningWords).join(' ')} `.includes(beginning);
}
