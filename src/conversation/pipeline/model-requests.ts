import { type FlowState, partsInStage, requestIn } from '../flow/index.ts';
import { type KnowledgeSearch, type KnowledgeUse, Retrieval } from '../knowledge/index.ts';
import type { LanguageModel, ModelMessage, ModelRequest, ModelTool } from '../providers/interfaces/index.ts';
import type { ConversationAgent, ConversationOptions } from './conversation.ts';
import { type HoldablePart, withInstruction, withoutMarkers } from './hold-back.ts';

const outputTokensMax = 2000;

/** What a model is asked. */
export interface Asked {
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  signal: AbortSignal;
}

interface RequestOptions extends Pick<ConversationOptions, 'onProblem' | 'knowledge'> {
  agent: Pick<ConversationAgent, 'language' | 'model' | 'temperature' | 'mayHoldBack' | 'flow'>;
}

/** Makes the requests to models: with what the agent's knowledge has for them, and as the stage of the flow wants them. */
export class ModelRequests {
  readonly #options: RequestOptions;
  /** The state of a model, and whether the agent's model id is meant for it. */
  readonly #of: (model: LanguageModel) => { state: unknown; isFirst: boolean };
  /** By the sources that they search, which may differ between the stages of the flow. */
  readonly #retrievals = new Map<KnowledgeSearch, Retrieval>();
  /** For the answer that a model was asked for last; `null` when its stage has no sources. */
  #retrieval: Retrieval | null = null;

  constructor(options: RequestOptions, of: (model: LanguageModel) => { state: unknown; isFirst: boolean }) {
    this.#options = options;
    this.#of = of;
  }

  /** Searches the agent's knowledge ahead. The caller says no more now if `isPause`. */
  foresee(messages: readonly ModelMessage[], stage: FlowState | null, isPause: boolean): void {
    this.#retrievalIn(stage)?.foresee(messages, isPause);
  }

  /** Returns how the answer to these messages used the agent's knowledge; `null` when it did not. */
  knowledgeFor(messages: readonly ModelMessage[]): KnowledgeUse | null {
    return this.#retrieval?.useFor(messages) ?? null;
  }

  /** Asks a model; `stage` is where the conversation is in its flow. */
  partsOf(model: LanguageModel, asked: Asked, stage: FlowState | null): AsyncIterable<HoldablePart> {
    model.circuit?.asked();
    this.#retrieval = model.collectsKeys === true ? null : this.#retrievalIn(stage);
    return this.#retrieval
      ? this.#knowingPartsOf(this.#retrieval, model, asked, stage)
      : this.#plainPartsOf(model, asked, stage);
  }

  #retrievalIn(state: FlowState | null): Retrieval | null {
    const { knowledge, onProblem } = this.#options;
    const search = knowledge?.searchIn(state?.stage ?? null) ?? null;
    if (!search) return null;
    const onFailed = (error: unknown) => onProblem({ what: 'the knowledge cannot be searched', error });
    const retrieval = this.#retrievals.get(search) ?? new Retrieval(search, onFailed);
    this.#retrievals.set(search, retrieval);
    return retrieval;
  }

  async *#knowingPartsOf(
    retrieval: Retrieval,
    model: LanguageModel,
    asked: Asked,
    stage: FlowState | null,
  ): AsyncGenerator<HoldablePart> {
    const messages = await retrieval.answering(asked.messages);
    asked.signal.throwIfAborted();
    yield* this.#plainPartsOf(model, { ...asked, messages }, stage);
  }

  #plainPartsOf(model: LanguageModel, asked: Asked, stage: FlowState | null): AsyncIterable<HoldablePart> {
    const { signal } = asked;
    const mayHoldBack = this.#mayHoldBack(model);
    const ask = ({ messages, tools }: Pick<Asked, 'messages' | 'tools'>) => {
      const instructed = mayHoldBack ? withInstruction(messages) : messages;
      return model.answer(this.#requestTo(model, { messages: instructed, tools }), { signal });
    };
    const play = this.#options.agent.flow;
    const parts =
      play && stage ? partsInStage(play, stage, (state) => ask(requestIn(play, state, asked))) : ask(asked);
    return mayHoldBack ? withoutMarkers(parts) : parts;
  }

  /** A scripted dialogue, which collects keys, decides by itself when to answer. */
  #mayHoldBack(model: LanguageModel): boolean {
    return this.#options.agent.mayHoldBack && model.collectsKeys !== true;
  }

  #requestTo(model: LanguageModel, { messages, tools }: Pick<Asked, 'messages' | 'tools'>): ModelRequest {
    const { language, temperature, model: wanted } = this.#options.agent;
    const { state, isFirst } = this.#of(model);
    return {
      // The configured id belongs to the first model.
      model: isFirst ? wanted : null,
      messages,
      tools,
      language,
      temperature,
      outputTokensMax,
      responseSchema: null,
      state,
    };
  }
}
