import type { FlowPlay } from '../../conversation/flow/index.ts';
import type { Guard } from '../../conversation/guard-rails/index.ts';
import { Models } from '../../conversation/pipeline/index.ts';
import type { LanguageModel, ModelMessage } from '../../conversation/providers/interfaces/index.ts';
import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { fillTexts, playFlow, variablesIn, withWrittenTexts } from '../../domains/agents/index.ts';
import {
  type ChatTurn,
  customerNumberOf,
  type DraftedStep,
  earlierChatsOf,
  type HistoryMessage,
  historyOf,
  valuesOfChat,
  writeChatSessionData,
} from '../../domains/chats/index.ts';
import { customerOf, memoryFor } from '../../domains/customer-memory/index.ts';
import {
  knowledgeOf,
  type OpenToolRunner,
  type OtherAgents,
  openGuard,
  openToolRunner,
  type ToolCall,
  withKnowledge,
} from '../tools/index.ts';
import { otherAgentsOf, type PlanSlot } from './hand-over.ts';
import { messagesForModel } from './messages.ts';
import type { ChatEnvironment } from './responder.ts';

/** The models, tools and texts of one answer. The caller disposes of it. */
export interface PreparedAnswer extends AsyncDisposable {
  models: Models;
  tools: OpenToolRunner;
  /** The values of the agent's variables. */
  variables: Record<string, unknown>;
  /** Returns the chat as the model knows it, with the prompt, and with these steps of the answer. */
  messagesWith: (steps: readonly DraftedStep[]) => ModelMessage[];
  /** The same without the prompt. */
  saidWith: (steps: readonly DraftedStep[]) => ModelMessage[];
  /** Where a tool puts the agent to which it hands the chat over. */
  plan: PlanSlot;
  /** Checks what the agent is about to say and do; `null` without rules. */
  guard: Guard | null;
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

const written = { isSpoken: false };

/** Finds the models and tools of the chat's agent. Rejects when no model can be used. */
export async function prepareAnswer(
  environment: ChatEnvironment,
  spokenTurn: ChatTurn,
  { history, earlierChats, memory }: EarlierMessages,
  { signal, usage }: { signal: AbortSignal; usage: UsageMeter },
): Promise<PreparedAnswer> {
  const { providers, log } = environment;
  const turn = { ...spokenTurn, agent: withWrittenTexts(spokenTurn.agent) };
  const { agent, organizationId, takeover } = turn;
  // An agent that has the chat from another one knows what it was given.
  const given = takeover ? { chatVariables: takeover.variables, pushed: null } : {};
  const values = { ...turn, ...given, earlierChats, memory: agent.memory && memory, nowMs: Date.now() };
  const variables = valuesOfChat(agent, values);
  const context = {
    organizationId,
    variables,
    usage,
    onProblem: (error: Error) => log.warn({ err: error }, 'a provider of the agent cannot be used'),
  };
  const found = await providers.languageModel(agent.model, context);
  const { guardRails } = agent;
  const judges = guardRails.model === null ? [] : await providers.languageModel(guardRails.model, context);
  const guard = await openGuard(agent, {
    variables,
    models: judges.length > 0 ? judges : found,
    onUnjudged: (error) => log.warn({ err: error }, 'a sentence was said without a judgement'),
  });
  const plan: PlanSlot = { next: null };
  const others = otherAgentsOf(environment, turn, usage, plan);
  const tools = toolsOf(environment, turn, { variables, others }, signal);
  const known = { known: takeover?.known ?? [], history };
  const filled = fillTexts({ ...agent, firstMessage: null }, variables, memory);
  const prompt = withKnowledge(filled.prompt, agent, written);
  const models = modelsOf(turn, found, await playFlow(agent, variables, turn.flowStart), environment);
  return {
    models,
    tools,
    guard,
    plan,
    variables,
    messagesWith: (steps) => messagesForModel(prompt, known, steps),
    saidWith: (steps) => messagesForModel('', known, steps),
    statesOf: () => models.store(),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([tools, ...found, ...judges].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

function modelsOf(
  { agent, organizationId, draft, modelStates }: ChatTurn,
  found: readonly LanguageModel[],
  flow: FlowPlay | null,
  { db, log, questionVectors: vectors }: ChatEnvironment,
): Models {
  const { language, model } = agent;
  const onUnembedded = (error: unknown) => log.warn({ err: error }, 'a question was not embedded');
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
    knowledge: knowledgeOf({ db, vectors, onProblem: onUnembedded }, organizationId, agent, written),
    onProblem: ({ what, error }) => log.warn({ err: error }, what),
  });
  models.restore(draft?.states ?? modelStates);
  return models;
}

function toolsOf(
  { db, secret, egress, log, questionVectors }: ChatEnvironment,
  turn: ChatTurn,
  { variables, others }: Pick<ToolCall, 'variables'> & { others: OtherAgents },
  signal: AbortSignal,
): OpenToolRunner {
  const { agent, organizationId, chatId } = turn;
  return openToolRunner(
    { db, secret, egress, questionVectors },
    {
      organizationId,
      callId: chatId,
      customerNumber: customerNumberOf(turn) ?? '',
      agent,
      variables,
      others,
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
