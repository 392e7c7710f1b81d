import type { ExpectedEntry } from '../interfaces/index.ts';
import { type Condition, holds } from './condition.ts';
import type { Dialogue, ListenOption, Node } from './dialogue.ts';
import { expandPhrase, type Way } from './expand-phrase.ts';
import { type Captures, matchPhrase } from './match-phrase.ts';
import { type Phrase, parsePhrase } from './phrase.ts';
import { phrasesOfQuestion } from './questions.ts';
import {
  examplesOfSlot,
  keysIntoSlot,
  type SlotType,
  type SlotValue,
  spansOfSlot,
  spelledMax,
} from './slots/index.ts';
import type { Place } from './state.ts';
import { type Steps, stepsFor } from './steps.ts';
import { fillJson, fillSpoken } from './template.ts';
import { type Utterance, utteranceOf } from './utterance.ts';
import { contracted, wordsOf } from './words.ts';

/** The most expansions of one phrase, and the most phrases of a node, for a transcriber. */
const waysMax = 200;
const phrasesMax = 1_000;
/** With more phrases, those with the most optional parts are left out, because the caller waits while a recognizer tries them. */
const optionalMax = 300;
/** The cost of matching keywords, in steps of phrase matching. */
const stepsPerKeywords = 50;

/** A stage of the flow that the caller reaches from every listening node by these words and keys. */
export interface WayOut {
  stage: string;
  phrases: readonly string[];
  keys: readonly string[];
}

/** Begins the names of nodes that lead to such stages. No node of a dialogue has a name with a colon. */
const wayOutPrefix = 'global:';

/** Returns the stage that the dialogue led to, as its last state says; `null` while it plays. */
export function wayOutOf(
  state: unknown,
): { stage: string; slots: Readonly<Record<string, unknown>>; isGlobal: boolean } | null {
  const { node = '', leadsTo = null, slots = {} } = (state ?? {}) as Partial<Place>;
  return leadsTo === null ? null : { stage: leadsTo, slots, isGlobal: node.startsWith(wayOutPrefix) };
}

/** One dialogue with the variables of one conversation. */
export class Script {
  /** With a node for each way out. */
  readonly dialogue: Dialogue;
  readonly #waysOut: readonly ListenOption[];
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #today: () => string;
  readonly #phrases = new Map<string, Phrase>();

  /** `today` returns the caller's date, as `2026-11-21`. */
  constructor(
    dialogue: Dialogue,
    variables: Readonly<Record<string, unknown>>,
    today: () => string,
    waysOut: readonly WayOut[] = [],
  ) {
    const nodes = waysOut.map(({ stage }) => [`${wayOutPrefix}${stage}`, { set: {}, stage }] as const);
    this.dialogue = { ...dialogue, nodes: { ...dialogue.nodes, ...Object.fromEntries(nodes) } };
    this.#waysOut = waysOut.map(({ stage, phrases, keys }) => ({
      ...{ phrases: [...phrases], keywords: [], questions: [], keys: [...keys], set: {}, repeat: false },
      goto: `${wayOutPrefix}${stage}`,
    }));
    this.#variables = variables;
    this.#today = today;
  }

  get today(): string {
    return this.#today();
  }

  node(place: Place): Node {
    return this.dialogue.nodes[place.node]!;
  }

  /** Returns the node's options, then those of the whole dialogue, then the ways out. */
  options(node: Node): readonly ListenOption[] {
    const type = node.listen?.slot === undefined ? undefined : this.slotType(node.listen.slot);
    // Keys of an entry belong to it: a customer number may begin with the key for a person.
    const isEntry = (keys: string) => type !== undefined && keysIntoSlot(type, keys) !== undefined;
    const waysOut = this.#waysOut.map((way) => ({ ...way, keys: way.keys.filter((keys) => !isEntry(keys)) }));
    return [...(node.listen?.options ?? []), ...this.dialogue.anywhere, ...waysOut];
  }

  slotType(name: string): SlotType | undefined {
    return Object.hasOwn(this.dialogue.slots, name) ? this.dialogue.slots[name] : undefined;
  }

  /** Returns the slot of this name if it is set, else the variable. */
  lookUp(place: Place, name: string): unknown {
    if (Object.hasOwn(place.slots, name)) return place.slots[name];
    return Object.hasOwn(this.#variables, name) ? this.#variables[name] : undefined;
  }

  spoken(place: Place, text: string, language: string): string {
    const lookUp = (name: string) => this.lookUp(place, name);
    return fillSpoken(text, lookUp, (name) => this.slotType(name), language);
  }

  filled(place: Place, json: unknown): unknown {
    return fillJson(json, (name) => this.lookUp(place, name));
  }

  holds(place: Place, condition: Condition): boolean {
    return holds(condition, (name) => this.lookUp(place, name));
  }

  /** Returns the place with slots set to filled templates. */
  withSlots(place: Place, values: Readonly<Record<string, unknown>>): Place {
    const filled = Object.entries(values).map(([name, value]) => [
      name,
      toSlotValue(this.filled(place, value)),
    ]);
    return filled.length === 0
      ? place
      : { ...place, slots: { ...place.slots, ...Object.fromEntries(filled) } };
  }

  /** Returns an utterance for matching against options. */
  utterance(words: readonly string[]): Utterance {
    return utteranceOf(words, (slot, all, at) => {
      const type = this.slotType(slot);
      return type ? spansOfSlot(type, all, at, this.today) : [];
    });
  }

  /** Returns the captures of an option; `null` when it does not match. */
  captures(option: ListenOption, { words, spansFrom, steps }: Utterance): Captures | null {
    for (const text of option.phrases) {
      if (steps.left < 0) return null;
      const captured = matchPhrase(this.#phrase(text), words, spansFrom, steps);
      if (captured) return captured;
    }
    const has = (keywords: string) => {
      steps.left -= stepsPerKeywords;
      return steps.left >= 0 && wordsOf(keywords).every((word) => words.includes(word));
    };
    return option.keywords.some(has) ? {} : null;
  }

  /** Returns the whole phrases and keys that match at a place; empty when the agent does not listen there. */
  expectedPhrases(place: Place): string[] {
    const { listen } = this.node(place);
    if (!listen) return [];
    const known = new Map<string, readonly string[]>();
    const examples = (name: string) => {
      const type = this.slotType(name);
      const found = known.get(name) ?? (type ? examplesOfSlot(type) : []);
      known.set(name, found);
      return found;
    };
    const steps = stepsFor.expectation();
    const all = this.options(this.node(place)).map((option) => this.#waysOf(option, examples, steps));
    if (place.rivals)
      all.push(
        ['the first', 'the first one', 'the second', 'the second one'].map((text) => ({ text, options: 0 })),
      );
    if (listen.slot !== undefined) all.push(examples(listen.slot).map((text) => ({ text, options: 0 })));
    // The options take turns, so that one with many wordings leaves room for the others.
    const turns = all.flatMap((ways) => ways.map((way, turn) => ({ ...way, turn })));
    const phrases = new Set<string>();
    for (const { text, options } of turns.toSorted((a, b) => a.options - b.options || a.turn - b.turn))
      if (phrases.size < (options === 0 ? phrasesMax : optionalMax)) phrases.add(contracted(text));
    return [...phrases];
  }

  /** Returns the digits, spelled characters or e-mail address that a place asks for; `null` for none. */
  expectedEntry(place: Place): ExpectedEntry | null {
    const slot = this.node(place).listen?.slot;
    const type = slot === undefined ? undefined : this.slotType(slot);
    if (type?.type === 'spelled') return { kind: 'spelled', lengthMin: 2, lengthMax: spelledMax };
    if (type?.type === 'email') return { kind: 'email' };
    if (type?.type === 'number') return { kind: 'number', max: type.max };
    if (type?.type !== 'digits') return null;
    return { kind: 'digits', lengthMin: type.minLength, lengthMax: type.maxLength };
  }

  /** Returns the phrases and keys of an option, those with the fewest optional parts first. */
  #waysOf(option: ListenOption, examples: (slot: string) => readonly string[], steps: Steps): Way[] {
    const texts = [...option.phrases, ...option.questions.flatMap(phrasesOfQuestion)];
    const spoken = texts.flatMap((text) =>
      steps.left < 0 ? [] : expandPhrase(this.#phrase(text), examples, waysMax, steps),
    );
    const plain = [...option.keywords.map((keywords) => wordsOf(keywords).join(' ')), ...option.keys];
    const whole = spoken.filter(({ isOpen }) => !isOpen);
    // Without the words in the place of a star, a phrase is expected only where the option has no other.
    const ways = [...(whole.length > 0 ? whole : spoken), ...plain.map((text) => ({ text, options: 0 }))];
    return ways.toSorted((one, other) => one.options - other.options);
  }

  #phrase(text: string): Phrase {
    const known = this.#phrases.get(text) ?? parsePhrase(text);
    this.#phrases.set(text, known);
    return known;
  }
}

/** Returns a value for a slot. Texts and JSON are bounded, because every request contains the state. */
export function toSlotValue(value: unknown): SlotValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, 2_000).toWellFormed();
}
