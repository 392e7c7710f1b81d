import type { Answer, AnswerDraft, ChatActivity, ChatTurn, DraftedStep } from '../../domains/chats/index.ts';
import { ask } from './ask.ts';
import { messagesForModel } from './messages.ts';
import type { PreparedReply } from './prepare-reply.ts';
import { useTools } from './use-tools.ts';

/** Answers of a model to one message, each but the last with tools. */
const stepsMax = 8;
/** Answers without a word that a model is allowed, because nobody should be left without one. */
const emptyMax = 2;

/** What an answer in steps has to do with. */
interface StepsContext {
  signal: AbortSignal;
  tell: (activity: ChatActivity) => void;
  save: (draft: AnswerDraft) => Promise<void>;
}

/**
 * Answers a message: what the model says and its tools, step after step, from where the draft has got to. `draft`
 * grows with it and is saved before a tool runs and after. Null: the model has no answer.
 */
export async function answerInSteps(
  { models, tools, prompt, history, statesOf }: PreparedReply,
  { chatId, position }: ChatTurn,
  draft: AnswerDraft,
  { signal, tell, save }: StepsContext,
): Promise<Answer | null> {
  const { steps } = draft;
  const runTools = (step: DraftedStep, isInDoubt: boolean) =>
    useTools(
      {
        tools,
        signal,
        isInDoubt,
        keyOfStep: `${chatId}.${position}.${steps.indexOf(step)}`,
        onTool: (toolCallId, toolName) => tell({ type: 'tool', position, toolCallId, toolName }),
        onResult: () => save(draft),
      },
      step,
    );
  const found = steps.at(-1);
  if (found) {
    // Another process has come so far, and died.
    tell({ type: 'restart', position });
    const followUp = await runTools(found, true);
    if (followUp) return { ...draft, remark: followUp.message, followUp };
  }
  for (let empty = 0; steps.length < stepsMax && empty < emptyMax; ) {
    const messages = messagesForModel(prompt, history, steps);
    const step = await ask(models, { messages, tools: tools.definitions, signal }, position, tell);
    draft.states = statesOf();
    if (step.calls.length === 0) {
      if (step.text.trim() === '') {
        empty++;
        continue;
      }
      steps.push(step);
      return { ...draft, remark: null, followUp: null };
    }
    steps.push(step);
    await save(draft);
    const followUp = await runTools(step, false);
    if (followUp) return { ...draft, remark: followUp.message, followUp };
  }
  return null;
}
