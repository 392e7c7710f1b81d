import { delay, monotonicMs } from '../../platform/kernel/index.ts';
import { type FlowChange, type FlowState, isFlowState, schemaOf } from '../flow/index.ts';
import type { KnowledgeUse } from '../knowledge/index.ts';
import type {
  ExpectedEntry,
  LanguageModel,
  ModelMessage,
  ProviderFailure,
} from '../providers/interfaces/index.ts';
import { openLast } from '../providers/kit/index.ts';
import type { AnswerPart, ModelStates, StagePart } from './answer-part.ts';
import type { ConversationAgent, ConversationOptions, ConversationProviders } from './conversation.ts';
import { FlowAnswers } from './flow-answers.ts';
import { type Asked, ModelRequests } from './model-requests.ts';
import { type AnswerPreparation, PreparedAnswer } from './prepared-answer.ts';
import { PreparedAnswers } from './prepared-answers.ts';
import { again, brokenOff, goneOnWith, handedTo, labelOf, skipsOf } from './setback.ts';
import { StallError, withoutStalls } from './stall.ts';

/** A model that sends nothing for so long has failed. */
const partMsMax = 8000;
/** The longest wait for the first part while another model is available. */
const firstMsMax = 3000;
const askAgainMs = 250;
/** Requests to one model before the next one is asked. */
const attemptsMax = 2;

/** One request for an answer. */
interface Question extends Asked {
  /** Returns whether the caller heard something of the answer, so that it cannot restart. */
  isSaid: () => boolean;
  /** Asks for the rest of the last broken answer. The other models are asked before the one that broke off. */
  isToGoOn?: boolean;
  /** An answer to the same messages that has begun already; `null` or absent for none. */
  prepared?: PreparedAnswer | null;
}

interface ModelsOptions extends Pick<ConversationOptions, 'onProblem' | 'knowledge'> {
  providers: Pick<ConversationProviders, 'languageModel'>;
  agent: Pick<
    ConversationAgent,
    'language' | 'model' | 'temperature' | 'droppedAnswersMax' | 'mayHoldBack' | 'flow'
  >;
}

/** The language models of a conversation, with failover, their states, and the agent's flow. */
export class Models {
  readonly #options: ModelsOptions;
  readonly #flow: FlowAnswers | null;
  readonly #requests: ModelRequests;
  #byModel: ReadonlyMap<LanguageModel, unknown> = new Map();
  /** The model whose answer broke off last. */
  #cutBy: LanguageModel | null = null;
  readonly #prepared: PreparedAnswers;

  constructor(options: ModelsOptions) {
    this.#options = options;
    const { flow = null, language, droppedAnswersMax } = options.agent;
    this.#requests = new ModelRequests(options, (model) => ({
      state: this.#byModel.get(model) ?? null,
      isFirst: model === this.#all[0],
    }));
    this.#prepared = new PreparedAnswers(droppedAnswersMax);
    this.#flow = flow && new FlowAnswers(flow, language);
  }

  get #all(): readonly LanguageModel[] {
    return this.#options.providers.languageModel;
  }

  get areThere(): boolean {
    return this.#all.length > 0 || this.#flow !== null;
  }

  /** The stage of the flow now; `null` without one, and before the first answer. */
  get stage(): string | null {
    return this.#flow?.stage ?? null;
  }

  get collectsKeys(): boolean {
    return this.#flow ? this.#flow.isScripted : this.#all[0]?.collectsKeys === true;
  }

  /** Whether the caller's silence is to be answered, instead of with a silence prompt. */
  get takesSilence(): boolean {
    return this.#flow?.takesSilence === true;
  }

  /** The states of the models. `putBack` restores them when a turn is taken back. */
  get states(): ModelStates {
    return { byModel: this.#byModel, flow: this.#flow?.state ?? null };
  }

  putBack({ byModel, flow }: ModelStates): void {
    this.#byModel = byModel;
    this.#flow?.putBack(flow);
  }

  /** Returns the states as plain data: those of the models in their order, then that of the flow. */
  store(): unknown[] {
    const states = this.#all.map((model) => this.#byModel.get(model) ?? null);
    return this.#flow?.state ? [...states, this.#flow.state] : states;
  }

  /** Continues from what `store` returned. */
  restore(stored: readonly unknown[]): void {
    const states = stored.filter((one) => !isFlowState(one));
    this.#byModel = new Map(this.#all.map((model, at) => [model, states[at] ?? null]));
    this.#flow?.restore(stored.find(isFlowState));
  }

  /** Returns the changes of the flow since the last call, for the records. */
  takeChanges(): FlowChange[] {
    return this.#flow?.takeChanges() ?? [];
  }

  /** Enters a stage of the flow with the next answer. Returns what is wrong, or `null`. */
  enterStage(stage: string): string | null {
    if (!this.#flow) return 'the agent has no flow';
    return this.#flow.enter(stage) ? null : `the flow of the agent has no stage ${stage}`;
  }

  /** Sets a variable of the flow. Returns what is wrong, or `null`. */
  async giveVariable(name: string, value: unknown): Promise<string | null> {
    return this.#flow ? this.#flow.give(name, value) : 'the agent has no flow';
  }

  /** Whether the agent's flow has this variable. */
  hasVariable(name: string): boolean {
    return this.#flow !== null && schemaOf(this.#flow.play.flow, name) !== undefined;
  }

  expectedPhrases(): readonly string[] {
    if (this.#flow) return this.#flow.expectedPhrases();
    const model = this.#all[0];
    const { language } = this.#options.agent;
    return model?.expectedPhrases?.({ state: this.#byModel.get(model) ?? null, language }) ?? [];
  }

  /** Returns the entry that the model has asked for; `null` for none. */
  expectedEntry(): ExpectedEntry | null {
    if (this.#flow) return this.#flow.expectedEntry();
    const model = this.#all[0];
    const { language } = this.#options.agent;
    return model?.expectedEntry?.({ state: this.#byModel.get(model) ?? null, language }) ?? null;
  }

  /** Returns whether `#` may have a meaning for the model now. */
  takesPound(): boolean {
    if (this.#flow) return this.#flow.takesPound();
    const model = this.#all[0];
    return model?.takesPound?.({ state: this.#byModel.get(model) ?? null }) ?? true;
  }

  /** Searches the agent's knowledge ahead. The caller says no more now if `isPause`. */
  foresee(messages: readonly ModelMessage[], isPause: boolean): void {
    const stage = this.#flow?.stateToAsk(messages) ?? null;
    if (this.#flow && !stage) return;
    this.#requests.foresee(messages, stage, isPause);
  }

  /** Returns how the answer to these messages used the agent's knowledge; `null` when it did not. */
  knowledgeFor(messages: readonly ModelMessage[]): KnowledgeUse | null {
    return this.#requests.knowledgeFor(messages);
  }

  /**
   * Lets the preferred model begin to answer before the turn is certainly over, unless too many such answers were
   * dropped in this call. A scripted dialogue, which collects keys, answers at once and is not prepared.
   */
  prepare(question: Pick<Question, 'messages' | 'tools'>, preparation: AnswerPreparation): void {
    const [model] = openLast(this.#all);
    if (!model || model.collectsKeys) return;
    const { messages } = question;
    this.#prepared.begin(messages, () => {
      const stage = this.#flow?.stateToAsk(messages) ?? null;
      if (this.#flow && !stage) return null;
      const ask = (signal: AbortSignal) => this.#requests.partsOf(model, { ...question, signal }, stage);
      return new PreparedAnswer({ model, messages, ask }, preparation);
    });
  }

  /** Returns the prepared answer to these messages; `null` when there is none. Drops any other. */
  takePrepared(messages: readonly ModelMessage[]): PreparedAnswer | null {
    return this.#prepared.take(messages);
  }

  /** Drops the prepared answer: the caller goes on, or the conversation is over. */
  dropPrepared(): void {
    this.#prepared.drop();
  }

  /** Returns the number of answers that were dropped since the last call. */
  takeDropped(): number {
    return this.#prepared.takeDropped();
  }

  /**
   * Streams the answer of the first model that succeeds. Throws the last model's error, or the signal's reason. An answer
   * that fails after the caller heard some of it ends with `break-off`.
   */
  async *answer(question: Question): AsyncGenerator<AnswerPart> {
    if (this.#flow) {
      // Only the first request of an answer was prepared.
      let { prepared = null } = question;
      yield* this.#flow.answer(question, (stage) => {
        const asked = { ...question, prepared };
        prepared = null;
        return this.#askInTurn(asked, stage);
      });
      return;
    }
    for await (const part of this.#askInTurn(question, null)) if (part.type !== 'flow') yield part;
  }

  /** Asks one model after the other until one succeeds; `stage` is where the conversation is in its flow. */
  async *#askInTurn(question: Question, stage: FlowState | null): AsyncGenerator<StagePart> {
    const { signal, isSaid, isToGoOn } = question;
    const inOrder = openLast(this.#all);
    const models = isToGoOn
      ? inOrder.toSorted((a, b) => +(a === this.#cutBy) - +(b === this.#cutBy))
      : inOrder;
    const skips = skipsOf(this.#all, inOrder, { kind: 'language-model', what: 'language model' });
    for (const skip of skips) this.#options.onProblem(skip);
    let error: unknown = new Error('there is no language model');
    for (const [index, model] of models.entries()) {
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const askedMs = monotonicMs();
        try {
          const prepared = attempt === 0 && question.prepared?.model === model ? question.prepared : null;
          yield* this.#ask(model, index === models.length - 1, { ...question, prepared }, stage);
          return;
        } catch (thrown) {
          if (signal.aborted) throw signal.reason;
          error = thrown;
        }
        const afterMs = Math.round(monotonicMs() - askedMs);
        (model.answeredBy ?? model).circuit?.failed(error);
        const next = models[index + 1];
        const isLeft = error instanceof StallError && next !== undefined;
        const isRetryable = (error as Partial<ProviderFailure>).retryable === true;
        const isAskedAgain = isRetryable && !isLeft && attempt + 1 < attemptsMax;
        const isCut = isSaid();
        // A single model that stalls would make the caller wait twice.
        const mayGoOn = isToGoOn !== true && (models.length > 1 || !(error instanceof StallError));
        const afterCut = mayGoOn ? goneOnWith : brokenOff;
        const after = isCut ? afterCut : isAskedAgain ? again : handedTo(next, this.#all);
        const provider = labelOf(model, this.#all);
        const setback = { kind: 'language-model', provider, after, afterMs } as const;
        this.#options.onProblem({ what: `the language model ${model.name} failed`, error, setback });
        if (isCut) {
          this.#cutBy = model;
          yield { type: 'break-off', mayGoOn };
          return;
        }
        yield { type: 'restart' };
        if (!isAskedAgain) break;
        await delay(askAgainMs, signal);
        signal.throwIfAborted();
      }
    }
    throw error;
  }

  async *#ask(
    model: LanguageModel,
    isLast: boolean,
    question: Question,
    stage: FlowState | null,
  ): AsyncGenerator<StagePart> {
    const { signal, prepared } = question;
    const parts = prepared ? prepared.read(signal) : this.#requests.partsOf(model, question, stage);
    const bounds = { provider: model.name, firstMsMax: isLast ? partMsMax : firstMsMax, partMsMax, signal };
    let isBegun = false;
    for await (const part of withoutStalls(parts, bounds)) {
      const by = model.answeredBy ?? model;
      if (!isBegun) yield { type: 'begin', provider: labelOf(by, this.#all) };
      isBegun = true;
      if (part.type !== 'finish') yield part;
      else {
        by.circuit?.succeeded();
        this.#byModel = new Map([...this.#byModel, [model, part.state]]);
      }
    }
  }
}
