import { isDeepStrictEqual } from 'node:util';
import { compileExpression, type Expression, ExpressionError } from '../../platform/expressions/index.ts';
import { monotonicMs } from '../../platform/kernel/index.ts';
import type { ModelMessage, ModelToolCall } from '../providers/interfaces/index.ts';
import { matchPhrase, type Phrase, parsePhrase, wordsMax, wordsOf } from '../providers/scripted/index.ts';
import { audible } from './audible.ts';
import { hasPersonalData, hasValue } from './personal-data.ts';
import type { GuardRail, ToolRule } from './schema.ts';

/** A rule that was applied, for the record. */
export interface Breach {
  rule: string;
  type: GuardRail['type'];
  /** What was not said or not done; personal data are left out. */
  withheld: string;
  /** Said instead; `null` for a tool. */
  instead: string | null;
}

/** What must be said now. */
export interface DueDisclosure {
  rule: string;
  text: string;
}

/** Returns the number of the first description that the text meets; `null` for none. Rejects without a judgement. */
export type JudgeTopics = (
  text: string,
  descriptions: readonly string[],
  signal: AbortSignal,
) => Promise<number | null>;

export interface GuardOptions {
  /** The values of the agent's variables. */
  variables: Record<string, unknown>;
  /** Judges sentences by `topic` rules; `null` when there is no model for it. */
  judge: JudgeTopics | null;
  /** A judgement failed. The sentence is said. */
  onUnjudged?: (error: unknown) => void;
  /** Returns whether an answer of the customer to a question clearly refuses. */
  refuses: (answer: string) => boolean;
  /** The agent's model speaks by itself, so that it has to ask for confirmations in its own words. */
  asksItself?: boolean;
}

type Rule<Type extends GuardRail['type']> = Extract<GuardRail, { type: Type }>;

/** What a rule says about a tool call that must not run now. */
export interface Refusal {
  breach: Breach;
  /** For the model. */
  result: Record<string, unknown>;
  /** The question that the customer must hear and answer first; `null` for none. */
  question: string | null;
}

/** The characters of an answer before a sentence that are searched with it: a phrase may span two pieces. */
const contextMax = 240;
/** Characters that are certainly read by `wordsOf`, which reads at most 100 words, and the step between such windows. */
const windowCharacters = 198;
const windowStep = 120;
/** The longest wait for a judgement by a model. */
const judgeMsMax = 2000;
/** A model that took so long is not asked again for a while, so that an answer waits once and not for each sentence. */
const judgeAgainMs = 10_000;
const withheldMax = 500;

/** Checks what an agent is about to say and do against its rules. The conversation is in the messages. */
export class Guard {
  readonly #rules: readonly GuardRail[];
  readonly #options: GuardOptions;
  readonly #phrases: ReadonlyMap<GuardRail, readonly Phrase[]>;
  readonly #conditions = new Map<ToolRule, Expression>();
  #judgedFromMs = 0;

  constructor(rules: readonly GuardRail[], options: GuardOptions) {
    this.#rules = rules;
    this.#options = options;
    this.#phrases = new Map(
      this.#of('words').map((rule) => [rule, rule.phrases.map((text) => anywhere(parsePhrase(text)))]),
    );
  }

  /** Whether any rule is about what is said. */
  get checksSpeech(): boolean {
    return this.#rules.some(({ type }) => type !== 'tool' && type !== 'disclosure');
  }

  /**
   * Returns the rule that forbids a sentence of an answer; `null` when it may be said. `said` precedes it in the turn;
   * `earlier` are the agent's words so far, because a number may be read out over several turns.
   */
  async speech(sentence: string, said: string, signal: AbortSignal, earlier = ''): Promise<Breach | null> {
    const text = audible(sentence);
    const before = audible(said).slice(-contextMax);
    const longBefore = earlier === '' ? '' : `${audible(this.#ofModel(earlier)).slice(-contextMax)} `;
    for (const rule of this.#rules) {
      const phrases = this.#phrases.get(rule);
      if (phrases && isNew((one) => hasPhrase(phrases, one), before, text))
        return speechBreach(rule as Rule<'words'>, sentence);
      if (rule.type !== 'personal-data') continue;
      const isFound = (one: string) => this.#hasPersonalData(rule, one);
      if (isNew(isFound, before, text) || isNew(isFound, longBefore, text))
        return speechBreach(rule, '(personal data)');
    }
    return this.#judged(text, before, signal);
  }

  /**
   * Returns why a tool must not run now; `null` when it may run. `messages` are those before the call, and `values` the
   * arguments as the tool gets them.
   */
  tool(
    call: Pick<ModelToolCall, 'name' | 'arguments'>,
    messages: readonly ModelMessage[],
    values: Record<string, unknown> = call.arguments,
  ): Refusal | null {
    for (const rule of this.#of('tool')) {
      if (!rule.tools.includes(call.name)) continue;
      const breach = { rule: rule.name, type: rule.type, withheld: call.name, instead: null };
      if (rule.when !== null && !this.#holds(rule, values, messages))
        return { breach, result: { error: rule.refusal }, question: null };
      if (rule.confirmation === null) continue;
      const question = filled(rule.confirmation, values);
      if (!isConfirmed(call, messages, question, this.#options))
        return { breach, result: askFor(question), question };
    }
    return null;
  }

  /** Returns the disclosures that must be said by `passedMs` after the call was answered, and were not, in order. */
  due(messages: readonly ModelMessage[], passedMs: number): DueDisclosure[] {
    return this.#of('disclosure')
      .filter(({ text, withinSeconds }) => withinSeconds * 1000 <= passedMs && !isSaid(text, messages))
      .map(({ name, text }) => ({ rule: name, text }));
  }

  /** Returns when disclosures become due, in milliseconds since the answer, in order. */
  get dueTimesMs(): number[] {
    const times = this.#of('disclosure').map(({ withinSeconds }) => withinSeconds * 1000);
    return [...new Set(times)].filter((ms) => ms > 0).sort((a, b) => a - b);
  }

  #of<Type extends GuardRail['type']>(type: Type): Rule<Type>[] {
    return this.#rules.filter((rule): rule is Rule<Type> => rule.type === type);
  }

  /** Returns the agent's words without what rules made it say, which must not part the halves of a number. */
  #ofModel(words: string): string {
    return this.#rules.reduce(
      (rest, rule) => ('replacement' in rule ? rest.replaceAll(rule.replacement, '') : rest),
      words,
    );
  }

  #hasPersonalData({ kinds, variables }: Rule<'personal-data'>, text: string): boolean {
    const { variables: values } = this.#options;
    const valueNamed = (name: string) => (Object.hasOwn(values, name) ? values[name] : null);
    return hasPersonalData(text, kinds) || variables.some((name) => hasValue(text, valueNamed(name)));
  }

  async #judged(sentence: string, said: string, signal: AbortSignal): Promise<Breach | null> {
    const rules = this.#of('topic');
    const { judge, onUnjudged } = this.#options;
    if (rules.length === 0 || judge === null || monotonicMs() < this.#judgedFromMs) return null;
    const late = AbortSignal.timeout(judgeMsMax);
    const bound = AbortSignal.any([signal, late]);
    const descriptions = rules.map(({ description }) => description);
    try {
      const found = await judge(`${said}${sentence}`, descriptions, bound);
      const rule = found === null ? undefined : rules[found];
      return rule ? speechBreach(rule, sentence) : null;
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) this.#judgedFromMs = monotonicMs() + judgeAgainMs;
      onUnjudged?.(error);
      return null;
    }
  }

  /** A condition that cannot be evaluated does not hold. */
  #holds(rule: ToolRule, values: Record<string, unknown>, messages: readonly ModelMessage[]): boolean {
    const condition = this.#conditions.get(rule) ?? compileExpression(rule.when!);
    this.#conditions.set(rule, condition);
    const disclosed = Object.fromEntries(
      this.#of('disclosure').map(({ name, text }) => [name, isSaid(text, messages)]),
    );
    const { variables } = this.#options;
    try {
      return condition.evaluate({ arguments: values, variables, disclosed }) === true;
    } catch (error) {
      if (error instanceof ExpressionError) return false;
      throw error;
    }
  }
}

/** Returns the problem of a tool rule's condition; `null` when there is none. */
export function conditionProblem(text: string): string | null {
  try {
    const { names, steps } = compileExpression(text).references;
    const known = new Set(['arguments', 'variables', 'disclosed']);
    const strange = [...names, ...(steps.size > 0 ? ['steps'] : [])].find((name) => !known.has(name));
    if (strange === undefined) return null;
    return `refers to ${strange.slice(0, 64)}; only arguments, variables and disclosed are available`;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

function anywhere(phrase: Phrase): Phrase {
  return { kind: 'sequence', parts: [{ kind: 'any' }, phrase, { kind: 'any' }] };
}

function hasPhrase(phrases: readonly Phrase[], text: string): boolean {
  return wordListsOf(text).some((words) =>
    phrases.some((phrase) => matchPhrase(phrase, words, () => []) !== null),
  );
}

/** Returns the words of a text. A text of more words than `wordsOf` reads is read in overlapping windows. */
function wordListsOf(text: string): string[][] {
  const all = wordsOf(text);
  if (all.length < wordsMax) return [all];
  const windows = Math.ceil(text.length / windowStep);
  return Array.from({ length: windows }, (_, at) =>
    wordsOf(text.slice(at * windowStep, at * windowStep + windowCharacters)),
  );
}

/** Whether something is found in a text, or begins before it. What was found before already does not count again. */
function isNew(isFound: (text: string) => boolean, before: string, text: string): boolean {
  return isFound(text) || (before !== '' && isFound(`${before}${text}`) && !isFound(before));
}

function speechBreach(
  { name, type, replacement }: Rule<'words' | 'personal-data' | 'topic'>,
  withheld: string,
): Breach {
  return { rule: name, type, withheld: withheld.trim().slice(0, withheldMax), instead: replacement };
}

/** Returns whether the agent's words contain a text, apart from punctuation. */
function isSaid(text: string, messages: readonly ModelMessage[]): boolean {
  const wanted = plainOf(text);
  return plainOf(messages.map(({ role, content }) => (role === 'bot' ? content : '')).join(' ')).includes(
    wanted,
  );
}

function plainOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

/** Longer arguments are cut in a question, which a caller must be able to hear. */
const argumentCharactersMax = 200;

function askFor(question: string): Record<string, unknown> {
  return {
    needsConfirmation: true,
    question,
    message:
      'Not done yet: the customer must agree to the question first. When the customer has agreed, call the tool again with the same arguments.',
  };
}

/**
 * Returns whether the caller answered the question about the same call, and not with no. The call was refused before, the
 * caller has heard the question whole, and the first answer to it agrees or is not a clear no. A model that `asksItself`
 * uses its own words.
 */
function isConfirmed(
  call: Pick<ModelToolCall, 'name' | 'arguments'>,
  messages: readonly ModelMessage[],
  question: string,
  { asksItself = false, refuses }: Pick<GuardOptions, 'asksItself' | 'refuses'>,
): boolean {
  const at = messages.findLastIndex(
    (message) => message.role === 'bot' && message.toolCalls?.some((one) => isSame(one, call)),
  );
  const asking = messages[at];
  if (asking?.role !== 'bot') return false;
  const ids = (asking.toolCalls ?? []).filter((one) => isSame(one, call)).map(({ id }) => id);
  const result = messages.findIndex(
    (message, place) =>
      place > at &&
      message.role === 'tool' &&
      ids.includes(message.toolCallId) &&
      isResult(message.content, askFor(question)),
  );
  if (result < 0) return false;
  const after = messages.slice(result + 1);
  // An answer counts for one run.
  if (after.some((message) => message.role === 'tool' && message.name === call.name)) return false;
  const wanted = plainOf(question);
  const isAsked = ({ role, content }: ModelMessage) =>
    role === 'bot' && (asksItself ? content.trim() !== '' : plainOf(content).includes(wanted));
  // The question is said with the refused call.
  const asked = !asksItself && isAsked(asking) ? -1 : after.findIndex(isAsked);
  if (asked < 0 && (asksItself || !isAsked(asking))) return false;
  const answers = after
    .slice(asked + 1)
    .filter(
      (message) => message.role === 'user' && message.input !== 'none' && message.content.trim() !== '',
    );
  const [answer] = answers;
  return answer !== undefined && answers.every(({ content }) => !refuses(content));
}

function isResult(content: string, expected: Record<string, unknown>): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(content), expected);
  } catch {
    return false;
  }
}

function isSame(one: Pick<ModelToolCall, 'name' | 'arguments'>, other: typeof one): boolean {
  return one.name === other.name && isDeepStrictEqual(one.arguments, other.arguments);
}

function filled(text: string, values: Record<string, unknown>): string {
  return text.replaceAll(/\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : '';
    const whole = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
    return whole.slice(0, argumentCharactersMax).toWellFormed();
  });
}
