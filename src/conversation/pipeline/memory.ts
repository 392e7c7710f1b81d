import type { ModelMessage, ModelToolCall } from '../providers/interfaces/index.ts';

/** A part of the caller's turn: speech, keys, or `none` for silence. */
export interface CallerPart {
  text: string;
  input: 'speech' | 'dtmf' | 'none';
}

/** A sentence of the agent. `heard` is `null` until it was played or interrupted, then the heard part. */
export interface AgentSentence {
  readonly text: string;
  heard: string | null;
}

/** One answer of the model, with the results of its tool calls. */
export interface AnswerStep {
  sentences: AgentSentence[];
  calls: readonly ModelToolCall[];
  results: { call: ModelToolCall; content: string }[];
  /** A rule asked the caller to confirm a tool: the answer ends with the question. */
  isAsking?: boolean;
}

/** One turn: the caller's parts and the agent's steps, or only a note. */
export interface MemoryTurn {
  /** An event of the call that the model must know. */
  note?: string;
  parts: CallerPart[];
  steps: AnswerStep[];
}

/** The most characters of turns in a request, about 15,000 tokens. The oldest turns are dropped first. */
const charactersMax = 60_000;

/**
 * The messages for the model: the prompt and the turns so far. The agent's sentences contain only what the caller heard;
 * a sentence that is still playing counts whole.
 */
export class Memory {
  readonly #prompt: string;
  readonly #history: readonly ModelMessage[];
  #turns: MemoryTurn[] = [];

  /** `history` precedes the first turn. */
  constructor(prompt: string, history: readonly ModelMessage[] = []) {
    this.#prompt = prompt;
    this.#history = history;
  }

  begin(turn: MemoryTurn): void {
    this.#turns = remembered([...this.#turns, turn]);
  }

  /** Adds an event of the call, between the turns. */
  note(text: string): void {
    this.begin({ note: text, parts: [], steps: [] });
  }

  /** Removes a turn of which the caller heard nothing. The caller's words come again with the next turn. */
  takeBack(turn: MemoryTurn): void {
    this.#turns = this.#turns.filter((other) => other !== turn);
  }

  /** Returns the messages for a turn that has not begun. A turn that it takes back becomes part of it; `null` for none. */
  messagesInstead(previous: MemoryTurn | null, parts: readonly CallerPart[]): ModelMessage[] {
    const before = this.#turns.filter((turn) => turn !== previous);
    const turn = { parts: mergeParts([...(previous?.parts ?? []), ...parts]), steps: [] };
    return this.#messagesOf(remembered([...before, turn]));
  }

  /** Returns the messages without the prompt. */
  get said(): ModelMessage[] {
    return [...this.#history, ...this.#turns.flatMap(messagesOf)];
  }

  messages(): ModelMessage[] {
    return this.#messagesOf(this.#turns);
  }

  #messagesOf(turns: readonly MemoryTurn[]): ModelMessage[] {
    const system: ModelMessage[] = this.#prompt === '' ? [] : [{ role: 'system', content: this.#prompt }];
    return [...system, ...this.#history, ...turns.flatMap(messagesOf)];
  }
}

/** Returns the last turns that fit into a request. The last one is always among them. */
function remembered(turns: MemoryTurn[]): MemoryTurn[] {
  let characters = 0;
  const from = turns.findLastIndex((turn) => (characters += lengthOf(turn)) > charactersMax);
  return from > 0 ? turns.slice(Math.min(from + 1, turns.length - 1)) : turns;
}

/** Returns whether the caller heard anything of a turn, or the turn ran a tool. A sentence still playing counts as
 * heard. */
export function hasEffect(turn: MemoryTurn): boolean {
  return turn.steps.some(
    ({ sentences, results }) => results.length > 0 || sentences.some(({ heard }) => heard !== ''),
  );
}

/** Returns whether a turn has no effect and none of its tools has begun. */
export function isUntouched(turn: MemoryTurn): boolean {
  return !hasEffect(turn) && turn.steps.every(({ calls }) => calls.length === 0);
}

/** Merges adjacent parts of the same input. */
export function mergeParts(parts: readonly CallerPart[]): CallerPart[] {
  const all: CallerPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.input !== part.input) all.push({ ...part });
    else if (part.input === 'speech') last.text = `${last.text} ${part.text}`.trim();
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
  // A tool call without a result is left out: vendors reject such messages.
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
