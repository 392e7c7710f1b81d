import type { ModelMessage } from '../interfaces/index.ts';
import type { Fallback, ListenOption, Node } from './dialogue.ts';
import { type Asked, findQuestion } from './questions.ts';
import type { Script } from './script.ts';
import { findSlot, isVerbatim, keysIntoSlot, type SlotValue } from './slots/index.ts';
import { moved, type Place } from './state.ts';
import { isAssent, withoutCourtesies, wordsAsSaid, wordsOf } from './words.ts';

/**
 * The consequence of the user's words: the dialogue enters another node (`enter`), or stays and says the templates in
 * `texts`.
 */
type Heard = { place: Place; enter: true } | { place: Place; enter: false; says: readonly string[] };

type UserMessage = Extract<ModelMessage, { role: 'user' }>;

/** Returns the consequence of the user's message at a listening node. */
export function hear(script: Script, place: Place, message: UserMessage): Heard {
  if (message.input === 'none') return fallBack(script, { ...place, rivals: undefined, keys: '' }, 'noInput');
  if (message.input === 'dtmf') {
    return (
      hearKeys(script, place, message.content) ??
      fallBack(script, { ...place, rivals: undefined, keys: '' }, 'noMatch')
    );
  }
  // Noise or mumbling between the keys of an entry. The caller goes on with it.
  if (message.content.trim() === '' && place.keys !== '') return { place, enter: false, says: [] };
  const now = { ...place, rivals: undefined, keys: '' };
  return (
    hearRival(script, place, wordsOf(message.content)) ??
    hearWords(script, now, message.content) ??
    (message.input === 'text' ? hearWrittenKeys(script, now, message.content) : null) ??
    fallBack(script, now, 'noMatch')
  );
}

/** Returns the consequence of words: an option or a slot value; `null` for none. */
function hearWords(script: Script, place: Place, content: string): Heard | null {
  const node = script.node(place);
  const words = wordsOf(content);
  const asked = findQuestion(script.options(node), words);
  if (asked?.isExact) return take(script, place, asked.option);
  const heard = hearOption(script, place, words);
  if (heard) return heard;
  if (asked?.isWhole) return take(script, place, asked.option);
  const type = node.listen?.slot === undefined ? undefined : script.slotType(node.listen.slot);
  const value = type && findSlot(type, isVerbatim(type) ? wordsAsSaid(content) : words, script.today);
  if (value !== undefined) return fillSlot(place, node, value);
  if (asked) return asked.rival ? askWhich(script, place, asked) : take(script, place, asked.option);
  return isAssent(words) ? hearOption(script, place, ['yes']) : null;
}

/** Returns the consequence of the first option whose phrases or keywords were said, if need be without courtesies. */
function hearOption(
  script: Script,
  place: Place,
  words: readonly string[],
  isTaken: (option: ListenOption) => boolean = () => true,
): Heard | null {
  const plain = withoutCourtesies(words);
  for (const said of plain.length === words.length ? [words] : [words, plain]) {
    const utterance = script.utterance(said);
    for (const option of said.length === 0 ? [] : script.options(script.node(place))) {
      const captured = script.captures(option, utterance);
      if (captured && isTaken(option)) return take(script, script.withSlots(place, captured), option);
    }
  }
  return null;
}

/** Asks which of two questions is meant, in their own words; once in a row, so that it is `null` after another failure. */
function askWhich(
  script: Script,
  place: Place,
  { option, question, rival }: Asked<ListenOption>,
): Heard | null {
  if (!rival || place.noMatch > 0) return null;
  const options = script.options(script.node(place));
  const both = [{ option, question }, rival].map((one) => ({ ...one, at: options.indexOf(one.option) }));
  const [one, other] = both.toSorted((a, b) => a.at - b.at) as [(typeof both)[0], (typeof both)[0]];
  const text = `Did you mean: ${inSentence(one.question)}, or: ${inSentence(other.question)}?`;
  return { place: { ...place, rivals: [one.at, other.at], noMatch: 1 }, enter: false, says: [text] };
}

function inSentence(question: string): string {
  return question.replace(/[.?!\s]+$/, '').replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

/** Answers to which of two is meant. With other words they may be about something else: *not the first one*. */
const places = [new Set(['first', 'former']), new Set(['second', 'last', 'latter', 'other'])];
const besidePlace = new Set(['the', 'one', 'please', 'yes', 'question']);

/** Returns the consequence of the answer to which of two questions is meant; `null` for other words. */
function hearRival(script: Script, place: Place, words: readonly string[]): Heard | null {
  const options = script.options(script.node(place));
  const rivals = (place.rivals ?? []).flatMap((at) => options[at] ?? []);
  if (rivals.length === 0) return null;
  const [word = '', ...others] = words.filter((one) => !besidePlace.has(one));
  const named = rivals.find((_, at) => others.length === 0 && places[at]!.has(word));
  if (named) return take(script, place, named);
  const asked = findQuestion(rivals, words);
  return asked && !asked.rival ? take(script, place, asked.option) : null;
}

/** A value in a longer message may be about something else than the question that was not asked yet. */
const unaskedWordsMax = 4;
/** A word that no dialogue means. Options and slots that take it take anything. */
const anyWord = ['zzzz'];

/**
 * Returns the consequence of a written message that came before the question: where it clearly answers the question. `null`
 * where it does not, as a greeting at a node that takes any words.
 */
export function hearUnasked(script: Script, place: Place, content: string): Heard | null {
  const node = script.node(place);
  const words = wordsOf(content);
  const takesAnything = (option: ListenOption) => script.captures(option, script.utterance(anyWord)) !== null;
  const heard = hearOption(script, place, words, (option) => !takesAnything(option));
  if (heard) return heard;
  const asked = findQuestion(script.options(node), words);
  if (asked && !asked.rival) return take(script, place, asked.option);
  const type = node.listen?.slot === undefined ? undefined : script.slotType(node.listen.slot);
  if (type && words.length <= unaskedWordsMax && findSlot(type, anyWord, script.today) === undefined) {
    const value = findSlot(type, isVerbatim(type) ? wordsAsSaid(content) : words, script.today);
    if (value !== undefined) return fillSlot(place, node, value);
  }
  return hearWrittenKeys(script, place, content);
}

/** Returns the consequence of the keys of an option that were written, as a text such as "press one" asks; `null` for none. */
function hearWrittenKeys(script: Script, place: Place, written: string): Heard | null {
  const options = script.options(script.node(place));
  const option = options.find(({ keys }) => keys.includes(written.trim()));
  return option ? take(script, place, option) : null;
}

/** Returns the consequence of keys: an option, a slot value, or the beginning of either; `null` for none. */
export function hearKeys(script: Script, place: Place, pressed: string): Heard | null {
  const node = script.node(place);
  const keys = (place.keys + pressed.replace(/[^0-9*#]/g, '')).slice(0, 64);
  const options = script.options(node);
  const withKeys = (wanted: string) => options.find((one) => one.keys.includes(wanted));
  const option = withKeys(keys) ?? withKeys(keys.replace(/#$/, ''));
  if (option) return take(script, place, option);
  const type = node.listen?.slot === undefined ? undefined : script.slotType(node.listen.slot);
  const value = type && keysIntoSlot(type, keys);
  if (value !== undefined && value !== 'more') return fillSlot(place, node, value.value);
  const isBeginning = options.some((one) => one.keys.some((key) => key.startsWith(keys)));
  if (keys !== '' && (value === 'more' || isBeginning))
    return { place: { ...place, keys }, enter: false, says: [] };
  return null;
}

/** Returns whether `#` is an option here, part of one, or in the middle of an entry. */
export function takesPound(script: Script, place: Place): boolean {
  const isOption = script
    .options(script.node(place))
    .some(({ keys }) => keys.some((key) => key.includes('#')));
  return place.keys !== '' || isOption;
}

function take(script: Script, place: Place, { set, goto, repeat }: ListenOption): Heard {
  const filled = script.withSlots(place, set);
  if (!repeat && goto !== undefined) return { place: moved(filled, goto), enter: true };
  const { say } = script.node(filled);
  return { place: moved(filled, filled.node), enter: false, says: say === undefined ? [] : [say] };
}

function fillSlot(place: Place, { listen }: Node, value: SlotValue): Heard {
  const { slot, goto } = listen!;
  return { place: moved({ ...place, slots: { ...place.slots, [slot!]: value } }, goto!), enter: true };
}

/** Returns the reaction to silence or to words without a match, which depends on how often it happened in a row. */
function fallBack(script: Script, place: Place, kind: 'noMatch' | 'noInput'): Heard {
  const { listen, say } = script.node(place);
  const fallback: Fallback = listen?.[kind] ?? script.dialogue[kind];
  const times = place[kind];
  if (times >= fallback.says.length && fallback.goto !== null) {
    return { place: moved(place, fallback.goto), enter: true };
  }
  const says = [fallback.says[times] ?? fallback.says.at(-1)!];
  if (fallback.repeat && say !== undefined) says.push(say);
  return { place: { ...place, [kind]: times + 1 }, enter: false, says };
}
