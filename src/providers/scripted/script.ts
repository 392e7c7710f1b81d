import { type Condition, holds } from './condition.ts';
import { expandPhrase } from './expand-phrase.ts';
import { type Captures, matchPhrase } from './match-phrase.ts';
import { type Phrase, parsePhrase } from './phrase.ts';
import type { Dialogue, ListenOption, Node } from './schema.ts';
import { examplesOfSlot, type SlotType, type SlotValue, spansOfSlot } from './slots/index.ts';
import type { Place } from './state.ts';
import { fillJson, fillSpoken } from './template.ts';
import { wordsOf } from './words.ts';

/** Ways to say one phrase, and all phrases of a node, that are told to a recognizer. */
const waysMax = 200;
const phrasesMax = 1_000;

/** One dialogue with the variables of one conversation, and what can be asked of it. */
export class Script {
  readonly dialogue: Dialogue;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #today: () => string;
  readonly #phrases = new Map<string, Phrase>();

  /** `today` tells the date where the caller is, as `2026-11-21`. */
  constructor(dialogue: Dialogue, variables: Readonly<Record<string, unknown>>, today: () => string) {
    this.dialogue = dialogue;
    this.#variables = variables;
    this.#today = today;
  }

  get today(): string {
    return this.#today();
  }

  node(place: Place): Node {
    return this.dialogue.nodes[place.node]!;
  }

  /** The node's own options, then those of the whole dialogue. */
  options(node: Node): readonly ListenOption[] {
    return [...(node.listen?.options ?? []), ...this.dialogue.anywhere];
  }

  slotType(name: string): SlotType | undefined {
    return Object.hasOwn(this.dialogue.slots, name) ? this.dialogue.slots[name] : undefined;
  }

  /** A slot by its name where it has been set, else the variable of that name. */
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

  /** The place with slots set to values, in which names are filled. */
  withSlots(place: Place, values: Readonly<Record<string, unknown>>): Place {
    const filled = Object.entries(values).map(([name, value]) => [
      name,
      toSlotValue(this.filled(place, value)),
    ]);
    return filled.length === 0
      ? place
      : { ...place, slots: { ...place.slots, ...Object.fromEntries(filled) } };
  }

  /** What an option captures of the words, null when it does not fit them. */
  captures(option: ListenOption, words: readonly string[]): Captures | null {
    const spansFrom = (slot: string, all: readonly string[], at: number) => {
      const type = this.slotType(slot);
      return type ? spansOfSlot(type, all, at, this.today) : [];
    };
    for (const text of option.phrases) {
      const captured = matchPhrase(this.#phrase(text), words, spansFrom);
      if (captured) return captured;
    }
    const has = (keywords: string) => wordsOf(keywords).every((word) => words.includes(word));
    return option.keywords.some(has) ? {} : null;
  }

  /** Whole phrases and keys that are understood at a place; none where nobody is listened to. */
  expectedPhrases(place: Place): string[] {
    const { listen } = this.node(place);
    if (!listen) return [];
    const examples = (name: string) => {
      const type = this.slotType(name);
      return type ? examplesOfSlot(type) : [];
    };
    const phrases = this.options(this.node(place)).flatMap((option) => [
      ...option.phrases.flatMap((text) => expandPhrase(this.#phrase(text), examples, waysMax)),
      ...option.keywords.map((keywords) => wordsOf(keywords).join(' ')),
      ...option.keys,
    ]);
    const all = listen.slot === undefined ? phrases : [...phrases, ...examples(listen.slot)];
    return [...new Set(all)].slice(0, phrasesMax);
  }

  #phrase(text: string): Phrase {
    const known = this.#phrases.get(text) ?? parsePhrase(text);
    this.#phrases.set(text, known);
    return known;
  }
}

/** What a slot keeps of a value: texts and JSON of bounded length, because the state travels with every request. */
export function toSlotValue(value: unknown): SlotValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, 2_000).toWellFormed();
}
