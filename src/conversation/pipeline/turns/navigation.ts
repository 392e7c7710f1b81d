import { greets, plainWords, readWords } from '../../../telephony/answer-detection/index.ts';
import type { Words } from '../caller-side.ts';

/** Menus pause between their options: only a longer silence ends one. */
const menuPauseMs = 1_200;
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
  /** What is known at the beginning of the conversation. */
  startsWith: 'unknown' | 'menu' | 'person';
  /** The most time on hold, in milliseconds. */
  holdMsMax: number;
  /** The most menus heard, repeated ones included. */
  menusMax: number;
}

/**
 * What to do after the other side has spoken.
 *
 * - `answer`: the model answers a `menu` or a `person`. `isNew`: it did not speak with one before.
 * - `wait`: no answer is expected.
 * - `give-up`: no person will be reached; `why` says it in a sentence.
 */
export type Navigated =
  | { kind: 'answer'; to: 'menu' | 'person'; isNew: boolean; words: Words[] }
  | { kind: 'wait' }
  | { kind: 'give-up'; why: string };

/** What was met on the way to a person. */
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
 * - **person**: an ordinary conversation. Music and words of a menu end it.
 *
 * Positions are milliseconds on the line's clock.
 */
export class Navigation {
  readonly #settings: NavigationSettings;
  #mode: 'unknown' | 'menu' | 'hold' | 'person';
  readonly #way: WayThrough = { menus: 0, keys: '', heldMs: 0 };
  /** The words of each menu, and how often it was heard. */
  readonly #menus: { words: Set<string>; hearings: number }[] = [];
  #holdSinceMs: number | null = null;
  #musicUntilMs = Number.NEGATIVE_INFINITY;
  #spokenUntilMs = Number.NEGATIVE_INFINITY;
  /** Keys were pressed, and nothing was heard since. */
  #isConnecting = false;
  #hasMetMenu = false;

  constructor(settings: NavigationSettings) {
    this.#settings = settings;
    this.#mode = settings.startsWith;
  }

  /** Whether no person is known to listen. */
  get isMachine(): boolean {
    return this.#mode !== 'person';
  }

  /** Whether silence is no sign that the call is over: on hold, and after keys. */
  get isWaiting(): boolean {
    return this.#mode === 'hold' || (this.#mode === 'menu' && this.#isConnecting);
  }

  /** The remaining time on hold; `null` while the call is not on hold. */
  holdLeftMs(nowMs: number): number | null {
    return this.#holdSinceMs === null ? null : this.#settings.holdMsMax - this.#heldMs(nowMs);
  }

  way(nowMs: number): WayThrough {
    return { ...this.#way, heldMs: this.#heldMs(nowMs) };
  }

  /** Returns the silence that ends a turn of a machine: shorter when a menu repeats itself. `null` with a person. */
  pauseMs(text: string, endOfTurnMs: number): number | null {
    if (!this.isMachine) return null;
    return isRepeating(text) ? endOfTurnMs : Math.max(menuPauseMs, endOfTurnMs);
  }

  /** The first message is being said, because the other side is silent. */
  greeted(): void {
    this.#mode = 'person';
  }

  /** One side has spoken until `atMs`. */
  spoke(atMs: number): void {
    this.#spokenUntilMs = Math.max(this.#spokenUntilMs, atMs);
  }

  /** Music was heard until `atMs`. */
  music(atMs: number): void {
    this.#musicUntilMs = atMs;
    const isBehind = atMs - this.#spokenUntilMs < quietBeforeMusicMs;
    if (this.#mode !== 'hold' && !(this.#mode === 'person' && isBehind)) this.#hold(atMs);
  }

  /** The agent pressed keys. */
  pressed(keys: string): void {
    this.#way.keys += keys;
    this.#isConnecting = true;
  }

  /** Takes a whole turn of the other side, which ended at `nowMs`. */
  heard(all: readonly Words[], nowMs: number): Navigated {
    const words = all.filter(({ endMs }) => endMs > this.#musicUntilMs + afterMusicMs);
    this.spoke(all.at(-1)?.endMs ?? nowMs);
    const text = words.map((one) => one.text).join(' ');
    if (plainWords(text) === '') return { kind: 'wait' };
    this.#isConnecting = false;
    const { short, long } = readWords(text);
    if (short === 'ivr' || short === 'screening') return this.#menu(words, text, nowMs);
    if (short === 'queue') {
      const isPerson = this.#mode === 'person';
      this.#hold(nowMs);
      // A person who asks to hold the line expects a word.
      return isPerson ? { kind: 'answer', to: 'person', isNew: false, words } : { kind: 'wait' };
    }
    if (this.#mode === 'person' || (short === null && this.#isPerson(words, text, long !== null)))
      return this.#person(words, nowMs);
    return this.#mode === 'hold' && short === null ? { kind: 'wait' } : this.#menu(words, text, nowMs);
  }

  #isPerson(words: readonly Words[], text: string, isDoubtful: boolean): boolean {
    const spokenMs = words.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    if (greets(text) && !isDoubtful) return spokenMs < greetingMsMax;
    return this.#mode !== 'menu' && spokenMs < personSpeechMsMax;
  }

  #person(words: Words[], nowMs: number): Navigated {
    const isNew = this.#mode !== 'person';
    this.#leaveHold(nowMs);
    this.#mode = 'person';
    return { kind: 'answer', to: 'person', isNew, words };
  }

  #menu(words: Words[], text: string, nowMs: number): Navigated {
    this.#leaveHold(nowMs);
    const isNew = this.#mode === 'person' || !this.#hasMetMenu;
    this.#hasMetMenu = true;
    this.#mode = 'menu';
    this.#way.menus++;
    if (this.#hearingsOf(text) > hearingsMax)
      return { kind: 'give-up', why: `The same menu was heard ${hearingsMax + 1} times.` };
    if (this.#way.menus > this.#settings.menusMax)
      return { kind: 'give-up', why: `No person was reached through ${this.#settings.menusMax} menus.` };
    return { kind: 'answer', to: 'menu', isNew, words };
  }

  #hearingsOf(text: string): number {
    const words = new Set(plainWords(text).split(' '));
    const known = this.#menus.find((menu) => isSame(menu.words, words));
    if (known) return ++known.hearings;
    this.#menus.push({ words, hearings: 1 });
    return 1;
  }

  #hold(atMs: number): void {
    this.#mode = 'hold';
    this.#isConnecting = false;
    this.#holdSinceMs ??= atMs;
  }

  #leaveHold(nowMs: number): void {
    this.#way.heldMs = this.#heldMs(nowMs);
    this.#holdSinceMs = null;
  }

  #heldMs(nowMs: number): number {
    return this.#way.heldMs + (this.#holdSinceMs === null ? 0 : Math.max(nowMs - this.#holdSinceMs, 0));
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
