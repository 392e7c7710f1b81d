import { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { Answer, AnswerDraft, ChatTurn, CountedAnswer } from '../../domains/chats/index.ts';
import { delay } from '../../platform/kernel/index.ts';
import { answerInSteps } from './answer-in-steps.ts';
import { handOverOf } from './hand-over.ts';
import { prepareAnswer, readEarlierMessages } from './prepare-answer.ts';
import type { AnswerContext, ChatEnvironment, ChatResponder } from './responder.ts';

/** Maximum time for an answer. After it, the customer gets an explanation. */
const answerMsMax = 120_000;
/** After this many unfinished attempts, the customer gets an explanation. */
const attemptsMax = 5;
/** MCP servers that take longer to list their tools are left out. */
const serversMsMax = 3_000;

export function openChatResponder(environment: ChatEnvironment): ChatResponder {
  return {
    answer: (turn, context) => answerWithUsage(environment, turn, context),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Answers a turn. The models' usage is returned with the answer, or recorded by itself when answering fails. */
async function answerWithUsage(
  environment: ChatEnvironment,
  turn: ChatTurn,
  context: AnswerContext,
): Promise<CountedAnswer> {
  const usage = new UsageMeter();
  try {
    const answer = await answerTurn(environment, turn, context, usage);
    return { ...answer, usage: usage.take(), usageIsComplete: turn.attempts <= 1 };
  } catch (error) {
    await context.count(usage.take());
    throw error;
  }
}

async function answerTurn(
  environment: ChatEnvironment,
  turn: ChatTurn,
  context: AnswerContext,
  usage: UsageMeter,
): Promise<Answer> {
  const { position, agent, attempts, modelStates } = turn;
  const draft: AnswerDraft = turn.draft ?? { position, steps: [], states: modelStates };
  const silent: Answer = { ...draft, remark: null, followUp: null };
  if (agent.model === null && agent.flow === null) return silent;
  const explained = { ...silent, remark: noAnswerMessage(agent.language) };
  if (attempts > attemptsMax) return explained;
  const { chatId, organizationId } = turn;
  const log = environment.log.child({ chatId, organizationId });
  const over = new AbortController();
  const signal = AbortSignal.any([context.signal, over.signal]);
  const timer = setTimeout(() => over.abort(new Error('the answer took too long')), answerMsMax);
  let unsaved: unknown = null;
  const save = async (progress: AnswerDraft) => {
    const used = usage.take();
    try {
      await context.save(progress, used);
    } catch (error) {
      for (const sum of used) usage.of(sum).add(sum, sum, sum.estimated);
      unsaved = error;
      throw error;
    }
  };
  const earlier = await readEarlierMessages(environment.db, turn);
  try {
    const { began } = turn;
    const isFirst = agent.agentId === began.agentId && agent.version === (began.version ?? agent.version);
    const metered = isFirst ? usage : usage.of({ agentId: agent.agentId, agentVersion: agent.version });
    const given = { signal, usage: metered };
    await using prepared = await prepareAnswer({ ...environment, log }, turn, earlier, given);
    await Promise.race([prepared.tools.complete, delay(serversMsMax, signal)]);
    signal.throwIfAborted();
    const answer = await answerInSteps(prepared, turn, draft, { report: context.report, save, signal });
    if (answer?.followUp?.kind !== 'hand-over')
      return answer ?? { ...draft, remark: explained.remark, followUp: null };
    const { variables, saidWith } = prepared;
    const said = saidWith(answer.steps);
    const { states } = answer;
    return { ...answer, handOver: handOverOf(turn, answer.followUp.to, { said, states, variables }) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (unsaved !== null) throw unsaved;
    log.warn({ err: error, position }, 'could not answer a message of a chat');
    return { ...draft, remark: explained.remark, followUp: null };
  } finally {
    clearTimeout(timer);
  }
}

/** Messages to the customer when the agent has no answer, by language. */
const messages: Record<string, string> = {
  en: 'Sorry, I cannot answer that at the moment. Please try again in a while.',
  de: 'Entschuldigung, das kann ich gerade nicht beantworten. Bitte versuchen Sie es später noch einmal.',
  es: 'Lo siento, ahora mismo no puedo responder. Inténtelo de nuevo dentro de un rato, por favor.',
  fr: 'Désolé, je ne peux pas répondre pour le moment. Veuillez réessayer dans un instant.',
};

/** Returns the message in a BCP 47 language, or in English when it is not available. */
function noAnswerMessage(language: string): string {
  return messages[language.slice(0, 2).toLowerCase()] ?? messages.en!;
}
