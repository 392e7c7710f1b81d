import type { FlowPlay } from '../../conversation/flow/index.ts';
import { Models } from '../../conversation/pipeline/index.ts';
import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { fillTexts, playFlow, variablesIn } from '../../domains/agents/index.ts';
import {
  type ChatTurn,
  customerNumberOf,
  earlierChatsOf,
  type HistoryMessage,
  historyOf,
  valuesOfChat,
  writeChatSessionData,
} from '../../domains/chats/index.ts';
import { customerOf, memoryFor } from '../../domains/customer-memory/index.ts';
import { type OpenToolRunner, openToolRunner } from '../tools/index.ts';
import type { ChatEnvironment } from './responder.ts';

/** The models, tools and texts of one answer. The caller disposes of it. */
export interface PreparedAnswer extends AsyncDisposable {
  models: Models;
  tools: OpenToolRunner;
  /** With its variables filled. */
  prompt: string;
  history: readonly HistoryMessage[];
  /** Returns the current states of the models and of the flow. */
  statesOf: () => unknown[];
}

interface EarlierMessages {
  /** The messages of this chat. */
  history: readonly HistoryMessage[];
  /** Summaries of the customer's earlier chats, if the agent's prompt uses them. */
  earlierChats: string;
  /** What is known of the customer from earlier conversations; empty: nothing. */
  memory: string;
}

export async function readEarlierMessages(
  db: ChatEnvironment['db'],
  turn: ChatTurn,
): Promise<EarlierMessages> {
  const wantsEarlier = variablesIn(turn.agent.prompt).includes('earlierChats');
  const customer = customerOf({ ...turn, customerNumber: customerNumberOf(turn) });
  const [history, earlierChats, memory] = await Promise.all([
    historyOf(db, turn),
    wantsEarlier ? earlierChatsOf(db, turn) : '',
    memoryFor(db, turn.organizationId, turn.agent, customer),
  ]);
  return { history, earlierChats, memory };
}

/** Finds the models and tools of the chat's agent. Rejects when no model can be used. */
export async function prepareAnswer(
  environment: ChatEnvironment,
  turn: ChatTurn,
  { history, earlierChats, memory }: EarlierMessages,
  { signal, usage }: { signal: AbortSignal; usage: UsageMeter },
): Promise<PreparedAnswer> {
  const { providers, log } = environment;
  const { agent, organizationId } = turn;
  const variables = valuesOfChat(agent, { ...turn, earlierChats, memory, nowMs: Date.now() });
  const context = {
    organizationId,
    variables,
    usage,
    onProblem: (error: Error) => log.warn({ err: error }, 'a provider of the agent cannot be used'),
  };
  const found = await providers.languageModel(agent.model, context);
  const tools = toolsOf(environment, turn, variables, signal);
  const models = modelsOf(turn, found, await playFlow(agent, variables), environment);
  return {
    models,
    tools,
    history,
    prompt: fillTexts({ ...agent, firstMessage: null }, variables, memory).prompt,
    statesOf: () => models.store(),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([tools, ...found].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

function modelsOf(
  { agent: { language, model }, draft, modelStates }: ChatTurn,
  found: readonly LanguageModel[],
  flow: FlowPlay | null,
  { log }: ChatEnvironment,
): Models {
  const models = new Models({
    providers: { languageModel: found },
    agent: {
      language,
      model: model !== null && 'model' in model ? model.model : null,
      temperature: model !== null && 'temperature' in model ? model.temperature : null,
      droppedAnswersMax: 0,
      mayHoldBack: false,
      flow,
    },
    onProblem: ({ what, error }) => log.warn({ err: error }, what),
  });
  models.restore(draft?.states ?? modelStates);
  return models;
}

function toolsOf(
  { db, secret, egress, log }: ChatEnvironment,
  turn: ChatTurn,
  variables: Record<string, unknown>,
  signal: AbortSignal,
): OpenToolRunner {
  const { agent, organizationId, chatId } = turn;
  return openToolRunner(
    { db, secret, egress },
    {
      organizationId,
      callId: chatId,
      customerNumber: customerNumberOf(turn) ?? '',
      agent,
      variables,
      chat: {
        customerUniqueId: turn.customerUniqueId,
        writeSessionData: (input) => writeChatSessionData(db, turn, input),
      },
    },
    {
      signal,
      onProblem: ({ tool, error }) => log.warn({ err: error, tool }, 'a tool of the agent failed'),
    },
  );
}
