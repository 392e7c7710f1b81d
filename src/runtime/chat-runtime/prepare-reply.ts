import { Models } from '../../conversation/pipeline/index.ts';
import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { fillVariables, variablesIn } from '../../domains/agents/index.ts';
import {
  type ChatTurn,
  customerNumberOf,
  earlierChatsOf,
  type HistoryMessage,
  historyOf,
  valuesOfChat,
  writeChatSessionData,
} from '../../domains/chats/index.ts';
import { type OpenToolRunner, openToolRunner } from '../tools/index.ts';
import type { ReplyEnvironment } from './replier.ts';

/** Everything that one answer needs of its agent and its chat; disposed of when the answer is there. */
export interface PreparedReply extends AsyncDisposable {
  models: Models;
  tools: OpenToolRunner;
  /** With its variables filled. */
  prompt: string;
  history: readonly HistoryMessage[];
  /** What the models have left now, in their order. */
  statesOf: () => unknown[];
}

/** What was said before. */
interface Said {
  history: readonly HistoryMessage[];
  /** What the customer's earlier chats were about, where the agent's prompt asks for it. */
  earlierChats: string;
}

export async function readSaid(db: ReplyEnvironment['db'], turn: ChatTurn): Promise<Said> {
  const wantsEarlier = variablesIn(turn.agent.prompt).includes('earlierChats');
  const [history, earlierChats] = await Promise.all([
    historyOf(db, turn),
    wantsEarlier ? earlierChatsOf(db, turn) : '',
  ]);
  return { history, earlierChats };
}

/** Finds the models and the tools of the chat's agent. Rejects, in words, where no model can be used. */
export async function prepareReply(
  environment: ReplyEnvironment,
  turn: ChatTurn,
  { history, earlierChats }: Said,
  { signal, usage }: { signal: AbortSignal; usage: UsageMeter },
): Promise<PreparedReply> {
  const { providers, log } = environment;
  const { agent, organizationId } = turn;
  const variables = valuesOfChat(agent, { ...turn, earlierChats, nowMs: Date.now() });
  const context = {
    organizationId,
    variables,
    usage,
    onProblem: (error: Error) => log.warn({ err: error }, 'a provider of the agent cannot be used'),
  };
  const found = await providers.languageModel(agent.model, context);
  const tools = toolsOf(environment, turn, variables, signal);
  const models = modelsOf(turn, found, environment);
  return {
    models,
    tools,
    history,
    prompt: fillVariables(agent.prompt, variables),
    statesOf: () => found.map((model) => models.states.get(model) ?? null),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([tools, ...found].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

function modelsOf(
  { agent: { language, model }, draft, modelStates }: ChatTurn,
  found: readonly LanguageModel[],
  { log }: ReplyEnvironment,
): Models {
  const models = new Models({
    providers: { languageModel: found },
    agent: {
      language,
      model: model !== null && 'model' in model ? model.model : null,
      temperature: model !== null && 'temperature' in model ? model.temperature : null,
    },
    onProblem: ({ what, error }) => log.warn({ err: error }, what),
  });
  const states = draft?.states ?? modelStates;
  models.putBack(new Map(found.map((one, n) => [one, states[n] ?? null])));
  return models;
}

function toolsOf(
  { db, secret, egress, log }: ReplyEnvironment,
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
      chat: { writeSessionData: (input) => writeChatSessionData(db, turn, input) },
    },
    {
      signal,
      onProblem: ({ tool, error }) => log.warn({ err: error, tool }, 'a tool of the agent failed'),
    },
  );
}
