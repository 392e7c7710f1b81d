import {
  type Advance,
  actOf,
  advance,
  afterFailure,
  edgesNow,
  entered,
  type FlowChange,
  type FlowPlay,
  type FlowState,
  fitting,
  globalsFrom,
  isStateOf,
  keyEdges,
  schemaOf,
  stageOf,
  stateNow,
} from '../flow/index.ts';
import type { ExpectedEntry, LanguageModel, ModelMessage, ModelTool } from '../providers/interfaces/index.ts';
import { createScripted, wayOutOf } from '../providers/scripted/index.ts';
import type { AnswerPart, StagePart } from './answer-part.ts';

/** The most stages of one answer that are asked for words. */
const stagesMax = 10;

interface FlowQuestion {
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  signal: AbortSignal;
}

/**
 * The answers of an agent with a flow, and where the conversation is in it. Changes of the stage are pending until the
 * caller hears something of them: a turn that the caller did not hear is taken back.
 */
export class FlowAnswers {
  readonly #play: FlowPlay;
  readonly #language: string;
  #state: FlowState | null = null;
  /** The state when changes were recorded last. */
  #recorded: FlowState | null = null;
  #pending: FlowChange[] = [];
  #dialogue: { key: string; model: LanguageModel } | null = null;
  /** The stage that a member wants; `null` for none, and once the answer in it has begun. */
  #wanted: string | null = null;
  /** The same while the caller has not heard that answer. */
  #entering: string | null = null;
  /** The variables that a member has set. */
  #given: Record<string, unknown> = {};

  constructor(play: FlowPlay, language: string) {
    this.#play = play;
    this.#language = language;
  }

  get play(): FlowPlay {
    return this.#play;
  }

  get state(): FlowState | null {
    return this.#state;
  }

  /** The stage now; `null` before the first answer. */
  get stage(): string | null {
    return this.#state?.stage ?? null;
  }

  /** Returns to an earlier state, because the caller heard nothing of what came after it. */
  putBack(state: FlowState | null): void {
    if (state === this.#state) return;
    this.#wanted ??= this.#entering;
    this.#entering = null;
    this.#state = state && { ...state, variables: { ...state.variables, ...this.#kept() } };
    this.#pending = this.#pending.filter(({ why, from, to }) => why === 'member' && from === to);
    const recorded = this.#recorded;
    if (state === null || recorded === null || recorded.stage === state.stage) return;
    this.#pending.push({ from: recorded.stage, to: state.stage, why: 'unheard', detail: null, values: {} });
  }

  /** Continues from stored data. */
  restore(stored: unknown): void {
    if (!isStateOf(this.#play.flow, stored)) return;
    this.#state = stored;
    this.#recorded = stored;
  }

  /** Returns the changes since the last call. */
  takeChanges(): FlowChange[] {
    this.#recorded = this.#state;
    this.#entering = null;
    return this.#pending.splice(0);
  }

  /** Enters a stage with the next answer. Returns false when the flow has no such stage. */
  enter(stage: string): boolean {
    if (!Object.hasOwn(this.#play.flow.stages, stage)) return false;
    this.#wanted = stage;
    return true;
  }

  /** Sets a variable. Returns what is wrong, or `null`. Conditions on it lead on with the next answer. */
  async give(name: string, value: unknown): Promise<string | null> {
    const schema = schemaOf(this.#play.flow, name);
    if (!schema) return `the flow has no variable ${name}`;
    const problem = await this.#play.validate(schema, value);
    if (problem !== null) return `${name}: ${problem}`;
    const state = this.#state;
    if (!state) return 'the flow has not begun';
    const values = { [name]: value };
    this.#given = { ...this.#given, ...values };
    const { stage } = state;
    const change = { from: stage, to: stage, why: 'member', detail: null, values } as const;
    this.#move({ state: { ...state, variables: { ...state.variables, ...values } }, changes: [change] });
    return null;
  }

  /** Returns the variables of members that nothing has changed since. */
  #kept(): Record<string, unknown> {
    const now = this.#state?.variables ?? {};
    return Object.fromEntries(Object.entries(this.#given).filter(([name, value]) => now[name] === value));
  }

  /** Returns the next step of the flow before an answer to these messages. */
  #next(messages: readonly ModelMessage[]): Advance {
    return this.#wanted === null
      ? advance(this.#play, this.#state, messages)
      : entered(this.#play, stateNow(this.#play, this.#state), this.#wanted, { why: 'member', detail: null });
  }

  /** Whether a dialogue plays now, which collects keys itself. */
  get isScripted(): boolean {
    return this.#stage.dialogue !== null;
  }

  /** Whether the caller's silence leads somewhere. */
  get takesSilence(): boolean {
    const edges = edgesNow(this.#play, stateNow(this.#play, this.#state));
    return this.isScripted || edges.some(({ silence }) => silence);
  }

  expectedPhrases(): readonly string[] {
    const state = stateNow(this.#play, this.#state);
    const dialogue = this.#dialogueOf(state);
    if (!dialogue) return keyEdges(this.#play, state).map(({ keys }) => keys);
    return dialogue.expectedPhrases?.({ state: state.place, language: this.#language }) ?? [];
  }

  expectedEntry(): ExpectedEntry | null {
    const state = stateNow(this.#play, this.#state);
    return this.#dialogueOf(state)?.expectedEntry?.({ state: state.place, language: this.#language }) ?? null;
  }

  takesPound(): boolean {
    const state = stateNow(this.#play, this.#state);
    return this.#dialogueOf(state)?.takesPound?.({ state: state.place }) ?? true;
  }

  /** Returns the state in which a model is asked first for the answer; `null` when something else answers first. */
  stateToAsk(messages: readonly ModelMessage[]): FlowState | null {
    const { next, says, state } = this.#next(messages);
    return next === 'model' && says.length === 0 ? state : null;
  }

  /** Answers in the stages that the conversation passes. `ask` lets models answer in a state. */
  async *answer(
    question: FlowQuestion,
    ask: (state: FlowState) => AsyncIterable<StagePart>,
  ): AsyncGenerator<AnswerPart> {
    const before = this.#state;
    let step: Advance | null = this.#next(question.messages);
    this.#entering ??= this.#wanted;
    this.#wanted = null;
    for (let count = 0; step !== null && count < stagesMax; count++) {
      yield* this.#begin(step);
      const { next }: Advance = step;
      if (next === 'listen') return;
      if (next === 'act') {
        yield this.#act(question);
        return;
      }
      try {
        step =
          next === 'dialogue'
            ? yield* this.#playDialogue(step, question)
            : yield* this.#askModels(step, before, ask);
      } catch (error) {
        question.signal.throwIfAborted();
        const after = afterFailure(this.#play, stateNow(this.#play, this.#state), 'the model');
        // Without a model, only fixed words and dialogues can follow.
        if (!after || after.next === 'model') throw error;
        step = after;
      }
    }
  }

  get #stage() {
    return stageOf(this.#play, stateNow(this.#play, this.#state));
  }

  #move({ state, changes }: Pick<Advance, 'state' | 'changes'>): void {
    this.#state = state;
    this.#pending.push(...changes);
  }

  *#begin(step: Advance): Generator<AnswerPart> {
    this.#move(step);
    yield { type: 'stage', stage: step.state.stage };
    for (const text of step.says) yield { type: 'text-delta', text: `${text} ` };
  }

  #act({ messages }: FlowQuestion): AnswerPart {
    return { type: 'tool-call', call: actOf(this.#play, this.#state!, messages.length) };
  }

  /** Lets models answer. Returns what follows in the same answer, or `null`. */
  async *#askModels(
    { state }: Advance,
    before: FlowState | null,
    ask: (state: FlowState) => AsyncIterable<StagePart>,
  ): AsyncGenerator<AnswerPart, Advance | null> {
    const pending = this.#pending.length;
    // The request reports what was wrong before.
    const clear = { ...state, problems: [] };
    this.#state = clear;
    let last: Advance | null = null;
    let isOver = false;
    for await (const part of ask(state)) {
      if (part.type === 'flow') {
        last = part.advance;
        this.#move(last);
        yield { type: 'stage', stage: last.state.stage };
        continue;
      }
      if (part.type === 'restart') {
        last = null;
        isOver = false;
        this.#state = clear;
        this.#pending.length = pending;
      } else if (part.type === 'hold-back') this.putBack(before);
      isOver ||= part.type === 'tool-call' || part.type === 'break-off' || part.type === 'hold-back';
      yield part;
    }
    if (isOver) return null;
    // The fixed words of a stage were said; others follow.
    if (last?.isEntered && (last.says.length > 0 || last.next !== 'model')) {
      return { ...last, changes: [], says: [] };
    }
    const now = stateNow(this.#play, this.#state);
    const hasFinish = stageOf(this.#play, now).finish !== null && !now.isDone;
    return hasFinish ? { state: now, changes: [], says: [], next: 'act', isEntered: false } : null;
  }

  /** Plays the stage's dialogue on. Returns the next stage when the dialogue names one, or `null`. */
  async *#playDialogue(
    { state, isEntered }: Advance,
    { messages, tools, signal }: FlowQuestion,
  ): AsyncGenerator<AnswerPart, Advance | null> {
    const dialogue = this.#dialogueOf(state)!;
    const request = {
      model: null,
      // What was said before the dialogue is not for it: it begins with its own words.
      messages: isEntered ? [] : messages,
      tools,
      language: this.#language,
      temperature: null,
      outputTokensMax: null,
      responseSchema: null,
      state: state.place,
    };
    yield { type: 'begin', provider: dialogue.name };
    let place: unknown = state.place;
    for await (const part of dialogue.answer(request, { signal })) {
      if (part.type === 'finish') place = part.state;
      else yield part;
    }
    this.#state = { ...state, place };
    const out = wayOutOf(place);
    if (out === null) return null;
    yield { type: 'text-delta', text: ' ' };
    const values = await fitting(this.#play, out.slots);
    const reason = out.isGlobal
      ? this.#reasonFor(out.stage, messages.at(-1))
      : ({ why: 'dialogue', detail: null } as const);
    return entered(this.#play, this.#state, out.stage, { ...reason, values });
  }

  /** Returns why the caller left a dialogue for a global stage: its keys, else its words. */
  #reasonFor(stage: string, last: ModelMessage | undefined): Pick<FlowChange, 'why' | 'detail'> {
    const keys = this.#play.flow.stages[stage]?.global?.keys ?? null;
    const isPressed = last?.role === 'user' && (last.input === 'dtmf' || last.content.trim() === keys);
    return isPressed ? { why: 'keys', detail: keys } : { why: 'phrases', detail: null };
  }

  #dialogueOf(state: FlowState): LanguageModel | null {
    const { dialogue } = stageOf(this.#play, state);
    if (dialogue === null) return null;
    const variables = { ...this.#play.callVariables, ...state.variables };
    const key = JSON.stringify([state.stage, state.variables]);
    if (this.#dialogue?.key !== key) {
      const waysOut = globalsFrom(this.#play, state).map(({ to, phrases = [], keys }) => ({
        stage: to,
        phrases,
        keys: keys === undefined ? [] : [keys],
      }));
      this.#dialogue = { key, model: createScripted(dialogue, variables, { waysOut }) };
    }
    return this.#dialogue.model;
  }
}
