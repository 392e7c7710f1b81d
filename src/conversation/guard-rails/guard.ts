import { isDeepStrictEqual } from 'node:util';
import { compileExpression, type Expression, ExpressionError } from '../../platform/expressions/index.ts';
import type { ModelMessage, ModelToolCall } from '../providers/interfaces/index.ts';
import { findSlot, matchPhrase, type Phrase, parsePhrase, wordsOf } from '../providers/scripted/index.ts';
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
}

type Rule<Type extends GuardRail['type']> = Extract<GuardRail, { type: Type }>;

/** The characters of an answer before a sentence that are searched with it: a phrase may span two pieces. */
const contextMax = 240;
/** The longest wait for a judgement by a model. */
const judgeMsMax = 2000;
const withheldMax = 500;

/** Checks what an agent is about to say and do against its rules. It keeps no state: the conversation is in the messages. */
export class Guard {
  readonly #rules: readonly GuardRail[];
  readonly #options: GuardOptions;
  readonly #phrases: ReadonlyMap<GuardRail, readonly Phrase[]>;
  readonly #conditions = new Map<ToolRule, Expression>();

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

  /** Returns the rule that forbids a sentence of an answer; `null` when it may be said. `said` precedes it in the answer. */
  async speech(sentence: string, said: string, signal: AbortSignal): Promise<Breach | null> {
    const text = `${said.slice(-contextMax)}${sentence}`;
    const words = wordsOf(text);
    for (const rule of this.#rules) {
      if (rule.type === 'words' && this.#phrases.get(rule)!.some((phrase) => isMatch(phrase, words)))
        return speechBreach(rule, sentence);
      if (rule.type === 'personal-data' && this.#hasPersonalData(rule, text))
        return speechBreach(rule, '(personal data)');
    }
    return this.#judged(sentence, said, signal);
  }

  /**
   * Returns why a tool must not run now, with the result for the model; `null` when it may run. `messages` are those before
   * the call.
   */
  tool(
    call: Pick<ModelToolCall, 'name' | 'arguments'>,
    messages: readonly ModelMessage[],
  ): { breach: Breach; result: Record<string, unknown> } | null {
    for (const rule of this.#of('tool')) {
      if (!rule.tools.includes(call.name)) continue;
      const breach = { rule: rule.name, type: rule.type, withheld: call.name, instead: null };
      if (rule.when !== null && !this.#holds(rule, call, messages))
        return { breach, result: { error: rule.refusal } };
      if (rule.confirmation !== null && !isConfirmed(call, messages))
        return { breach, result: askFor(filled(rule.confirmation, call.arguments)) };
    }
    return null;
  }

  /** Returns the next disclosure that must begin `passedMs` after the call was answered; `null` for none. */
  due(messages: readonly ModelMessage[], passedMs: number): DueDisclosure | null {
    const rule = this.#of('disclosure').find(
      ({ text, withinSeconds }) => withinSeconds * 1000 <= passedMs && !isSaid(text, messages),
    );
    return rule ? { rule: rule.name, text: rule.text } : null;
  }

  /** Returns when disclosures become due, in milliseconds since the answer, in order. */
  get dueTimesMs(): number[] {
    const times = this.#of('disclosure').map(({ withinSeconds }) => withinSeconds * 1000);
    return [...new Set(times)].filter((ms) => ms > 0).sort((a, b) => a - b);
  }

  #of<Type extends GuardRail['type']>(type: Type): Rule<Type>[] {
    return this.#rules.filter((rule): rule is Rule<Type> => rule.type === type);
  }

  #hasPersonalData({ kinds, variables }: Rule<'personal-data'>, text: string): boolean {
    const { variables: values } = this.#options;
    return hasPersonalData(text, kinds) || variables.some((name) => hasValue(text, values[name]));
  }

  async #judged(sentence: string, said: string, signal: AbortSignal): Promise<Breach | null> {
    const rules = this.#of('topic');
    const { judge, onUnjudged } = this.#options;
    if (rules.length === 0 || judge === null) return null;
    const bound = AbortSignal.any([signal, AbortSignal.timeout(judgeMsMax)]);
    const descriptions = rules.map(({ description }) => description);
    try {
      const found = await judge(`${said.slice(-contextMax)}${sentence}`, descriptions, bound);
      const rule = found === null ? undefined : rules[found];
      return rule ? speechBreach(rule, sentence) : null;
    } catch (error) {
      signal.throwIfAborted();
      onUnjudged?.(error);
      return null;
    }
  }

  /** A condition that cannot be evaluated does not hold. */
  #holds(rule: ToolRule, call: Pick<ModelToolCall, 'arguments'>, messages: readonly ModelMessage[]): boolean {
    const condition = this.#conditions.get(rule) ?? compileExpression(rule.when!);
    this.#conditions.set(rule, condition);
    const disclosed = Object.fromEntries(
      this.#of('disclosure').map(({ name, text }) => [name, isSaid(text, messages)]),
    );
    const { variables } = this.#options;
    try {
      return condition.evaluate({ arguments: call.arguments, variables, disclosed }) === true;
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

function isMatch(phrase: Phrase, words: readonly string[]): boolean {
  return matchPhrase(phrase, words, () => []) !== null;
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

/** The key of results that wait for the caller's word. */
const unconfirmed = 'needsConfirmation';

function askFor(question: string): Record<string, unknown> {
  return {
    [unconfirmed]: true,
    message: `Not done yet. Ask the caller: "${question}" When the caller agrees, call the tool again with the same arguments.`,
  };
}

/**
 * Returns whether the caller answered a question about the same call, and not with no. The call was refused before, the
 * agent spoke, and the caller answered.
 */
function isConfirmed(
  call: Pick<ModelToolCall, 'name' | 'arguments'>,
  messages: readonly ModelMessage[],
): boolean {
  const calls = messages.flatMap((message) => (message.role === 'bot' ? (message.toolCalls ?? []) : []));
  const asked = messages.findLastIndex(
    (message) =>
      message.role === 'tool' &&
      message.name === call.name &&
      isUnconfirmed(message.content) &&
      calls.some(
        ({ id, arguments: given }) => id === message.toolCallId && isDeepStrictEqual(given, call.arguments),
      ),
  );
  if (asked < 0) return false;
  const after = messages.slice(asked + 1);
  // An answer counts for one run.
  if (after.some((message) => message.role === 'tool' && message.name === call.name)) return false;
  const question = after.findIndex(({ role, content }) => role === 'bot' && content.trim() !== '');
  if (question < 0) return false;
  const answers = after
    .slice(question + 1)
    .filter((message) => message.role === 'user' && message.input !== 'none');
  const [answer] = answers;
  return answer !== undefined && answers.every(({ content }) => !isNo(content));
}

function isUnconfirmed(content: string): boolean {
  try {
    const result: unknown = JSON.parse(content);
    return typeof result === 'object' && result !== null && unconfirmed in result;
  } catch {
    return false;
  }
}

/** Whether the words begin with a no in English. In other languages the model judges. */
function isNo(content: string): boolean {
  return findSlot({ type: 'yes-no' }, wordsOf(content).slice(0, 4), '') === false;
}

function filled(text: string, values: Record<string, unknown>): string {
  return text.replaceAll(/\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  });
}
