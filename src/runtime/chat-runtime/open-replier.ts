import { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { Answer, AnswerDraft, ChatTurn, CountedAnswer } from '../../domains/chats/index.ts';
import { delay } from '../../platform/kernel/index.ts';
import { answerInSteps } from './answer-in-steps.ts';
import { prepareReply, readSaid } from './prepare-reply.ts';
import type { Replier, ReplyContext, ReplyEnvironment } from './replier.ts';
import { noAnswerWords } from './words.ts';

/** No answer takes longer; the customer is told then that there is none. */
const answerMsMax = 120_000;
/** After so many tries of which none came to its end, the customer is told so too. */
const attemptsMax = 5;
/** MCP servers whose tools are not there by then are left out. */
const serversMsMax = 3_000;

export function openReplier(environment: ReplyEnvironment): Replier {
  return {
    reply: (turn, context) => reply(environment, turn, context),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** What models were used for is told with the answer, or counted where there is none. */
async function reply(
  environment: ReplyEnvironment,
  turn: ChatTurn,
  context: ReplyContext,
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
  environment: ReplyEnvironment,
  turn: ChatTurn,
  context: ReplyContext,
  usage: UsageMeter,
): Promise<Answer> {
  const { position, agent, attempts, modelStates } = turn;
  const draft: AnswerDraft = turn.draft ?? { position, steps: [], states: modelStates };
  const silent: Answer = { ...draft, remark: null, followUp: null };
  if (agent.model === null) return silent;
  const explained = { ...silent, remark: noAnswerWords(agent.language) };
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
      for (const sum of used) usage.add(sum, sum, sum.estimated);
      unsaved = error;
      throw error;
    }
  };
  const said = await readSaid(environment.db, turn);
  try {
    await using prepared = await prepareReply({ ...environment, log }, turn, said, { signal, usage });
    await Promise.race([prepared.tools.complete, delay(serversMsMax, signal)]);
    signal.throwIfAborted();
    const answer = await answerInSteps(prepared, turn, draft, { tell: context.tell, save, signal });
    return answer ?? { ...draft, remark: explained.remark, followUp: null };
  } catch (error) {
    context.signal.throwIfAborted();
    if (unsaved !== null) throw unsaved;
    log.warn({ err: error, position }, 'a message of a chat could not be answered');
    return { ...draft, remark: explained.remark, followUp: null };
  } finally {
    clearTimeout(timer);
  }
}
