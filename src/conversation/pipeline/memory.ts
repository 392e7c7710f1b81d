import type { ModelMessage, ModelToolCall } from '../providers/interfaces/index.ts';

/** What the caller said in one way: spoken, by keys, or nothing for a while. */
export interface CallerPart {
  text: string;
  input: 'speech' | 'dtmf' | 'none';
}

/** A sentence of the agent: `heard` is null while it is still to be said, then what of it was heard. */
export interface AgentSentence {
  readonly text: string;
  heard: string | null;
}

/** One answer of the model, and what came of the tools that it called. */
export interface AnswerStep {
  sentences: AgentSentence[];
  calls: readonly ModelToolCall[];
  results: { call: ModelToolCall; content: string }[];
}

/** What the caller said, and what the agent did about it; or only something that happened. */
export interface MemoryTurn {
  /** What the model has to know of the call itself. */
  note?: string;
  parts: CallerPart[];
  steps: AnswerStep[];
}

/** Characters of the turns that the model is given, about 15,000 tokens; the oldest are left out first. */
const charactersMax = 60_000;

/**
 * What the model is given of the conversation: the prompt, and turn by turn what was said. Of the agent's words only
 * those that the caller heard are there; what is being said at the moment counts until it is known better.
 */
export class Memory {
  readonly #prompt: string;
  readonly #history: readonly ModelMessage[];
  #turns: MemoryTurn[] = [];

  /** `history` was said before the first turn. */
  constructor(prompt: string, history: readonly ModelMessage[] = []) {
    this.#prompt = prompt;
    this.#history = history;
  }

  begin(turn: MemoryTurn): void {
    this.#turns.push(turn);
    this.#forget();
  }

  /** Something happened to the call; whatever is said from here on is said with that known. */
  note(text: string): void {
    this.begin({ note: text, parts: [], steps: [] });
  }

  /** Takes back a turn of which the caller has heard nothing; what was said in it comes again with the next. */
  takeBack(turn: MemoryTurn): void {
    this.#turns = this.#turns.filter((other) => other !== turn);
  }

  messages(): ModelMessage[] {
    const system: ModelMessage[] = this.#prompt === '' ? [] : [{ role: 'system', content: this.#prompt }];
    return [...system, ...this.#history, ...this.#turns.flatMap(messagesOf)];
  }

  #forget(): void {
    let characters = 0;
    const from = this.#turns.findLastIndex((turn) => (characters += lengthOf(turn)) > charactersMax);
    if (from > 0) this.#turns = this.#turns.slice(Math.min(from + 1, this.#turns.length - 1));
  }
}

/** Whether the caller heard anything of a turn, or it did something. What is not known yet counts as heard. */
export function hasEffect(turn: MemoryTurn): boolean {
  return turn.steps.some(
    ({ sentences, results }) => results.length > 0 || sentences.some(({ heard }) => heard !== ''),
  );
}

/** Parts one after the other, those of one kind as one. */
export function mergeParts(parts: readonly CallerPart[]): CallerPart[] {
  const all: CallerPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.input !== part.input) all.push({ ...part });
    else if (part.input === 'speech') last.text = `${last.text} ${part.text}`;
    else if (part.input === 'dtmf') last.text += part.text;
  }
  return all.length > 1 ? all.filter(({ input }) => input !== 'none') : all;
}

function messagesOf({ note, parts, steps }: MemoryTurn): ModelMessage[] {
  const system: ModelMessage[] = note === undefined ? [] : [{ role: 'system', content: note }];
  const user = parts.map(({ text, input }): ModelMessage => ({ role: 'user', content: text, input }));
  return [...system, ...user, ...steps.flatMap(messagesOfStep)];
}

function messagesOfStep({ sentences, results }: AnswerStep): ModelMessage[] {
  const content = sentences
    .map(({ text, heard }) => heard ?? text)
    .join('')
    .trim();
  // A call whose result never came is as if it had not been made: models refuse one without the other.
  const toolCalls = results.map(({ call }) => call);
  if (content === '' && toolCalls.length === 0) return [];
  return [
    { role: 'bot', content, ...(toolCalls.length > 0 ? { toolCalls } : {}) },
    ...results.map(
      (result): ModelMessage => ({
        role: 'tool',
        toolCallId: result.call.id,
        name: result.call.name,
        content: result.content,
      }),
    ),
  ];
}

function lengthOf({ note, parts, steps }: MemoryTurn): number {
  const said = parts.reduce((sum, { text }) => sum + text.length, note?.length ?? 0);
  return steps.reduce(
    (sum, { sentences, results }) =>
      sum +
      sentences.reduce((length, { text }) => length + text.length, 0) +
      results.reduce((length, { content, call }) => length + content.length + JSON.stringify(call).length, 0),
    said,
  );
}
