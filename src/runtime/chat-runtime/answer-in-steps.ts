import type { FlowChange } from '../../conversation/flow/index.ts';
import type { Breach } from '../../conversation/guard-rails/index.ts';
import type { Models } from '../../conversation/pipeline/index.ts';
import type { ModelMessage, ModelTool } from '../../conversation/providers/interfaces/index.ts';
import type { Answer, AnswerDraft, ChatActivity, ChatTurn, DraftedStep } from '../../domains/chats/index.ts';
import { GuardedText, refusal } from './guarded-text.ts';
import { firstTokenSeconds } from './metrics.ts';
import type { PreparedAnswer } from './prepare-answer.ts';
import { useTools } from './use-tools.ts';

/** Maximum model answers per message; all but the last call tools. */
const stepsMax = 8;
/**
 * Empty answers after which the model has none. After fewer, it is asked again, because the customer needs an answer.
 */
const emptyMax = 2;

/** The signal and the callbacks of an answer in steps. */
interface StepsContext {
  signal: AbortSignal;
  report: (activity: ChatActivity) => void;
  save: (draft: AnswerDraft) => Promise<void>;
}

/**
 * Answers a message: model answers and tools in turn, continuing from the draft. Extends `draft` and saves it before
 * and after each tool. Returns null when the model has no answer.
 */
export async function answerInSteps(
  { models, tools, statesOf, guard, plan, messagesWith }: PreparedAnswer,
  { chatId, position, agent }: ChatTurn,
  draft: AnswerDraft,
  { signal, report, save }: StepsContext,
): Promise<Answer | null> {
  const { steps } = draft;
  const guarded = (breaches: Breach[]) =>
    new GuardedText({
      ...{ guard, signal, language: agent.language, messages: messagesWith(steps) },
      onBreach: (breach) => breaches.push(breach),
    });
  const add = (text: string) => report({ type: 'delta', text, position });
  const runTools = (step: DraftedStep, isInDoubt: boolean) =>
    useTools(
      {
        tools,
        signal,
        isInDoubt,
        plan,
        said: () => messagesWith(steps),
        stage: () => models.stage,
        refused: (call) => refusal(guard, call, step, messagesWith(steps), add),
        remark: (message, isOfModel) => guarded((step.breaches ??= [])).remark(message, isOfModel),
        keyOfStep: `${chatId}.${position}.${steps.indexOf(step)}`,
        onTool: (toolCallId, toolName) => report({ type: 'tool', position, toolCallId, toolName }),
        onResult: () => save(draft),
      },
      step,
    );
  const found = steps.at(-1);
  if (found) {
    // An earlier attempt saved this draft and did not finish.
    report({ type: 'restart', position });
    const followUp = await runTools(found, true);
    if (followUp || found.isAsking) return { ...draft, remark: followUp?.message ?? null, followUp };
  }
  const changes: FlowChange[] = [];
  for (let empty = 0; steps.length < stepsMax && empty < emptyMax; ) {
    const messages = messagesWith(steps);
    const breaches: Breach[] = [];
    const question = { messages, tools: tools.definitions, signal };
    const text = guarded(breaches);
    const step = await ask(models, question, text, (delta) => {
      if (delta.type === 'restart') breaches.length = 0;
      report({ ...delta, position });
    });
    step.breaches = breaches;
    draft.states = statesOf();
    changes.push(...models.takeChanges());
    if (step.calls.length === 0) {
      if (step.text.trim() === '') {
        empty++;
        continue;
      }
      steps.push({ ...step, changes });
      return { ...draft, remark: null, followUp: null };
    }
    step.changes = changes.splice(0);
    steps.push(step);
    await save(draft);
    const followUp = await runTools(step, false);
    if (followUp || step.isAsking) return { ...draft, remark: followUp?.message ?? null, followUp };
  }
  return null;
}

/** An answer is cut off when it has more characters. */
const charactersMax = 20_000;

/** Asks the models for one answer and reports it as it arrives. Throws when there is none. */
async function ask(
  models: Models,
  question: { messages: readonly ModelMessage[]; tools: readonly ModelTool[]; signal: AbortSignal },
  text: GuardedText,
  report: (delta: { type: 'delta'; text: string } | { type: 'restart' }) => void,
): Promise<DraftedStep> {
  const askedAtMs = performance.now();
  const step: DraftedStep = { text: '', calls: [], results: [] };
  let hasBegun = false;
  let characters = 0;
  const add = (more: string) => {
    if (more === '') return;
    step.text += more;
    report({ type: 'delta', text: more });
  };
  for await (const part of models.answer({ ...question, isSaid: () => false })) {
    if (part.type === 'begin') step.knowledge = models.knowledgeFor(question.messages);
    else if (part.type === 'restart') {
      step.text = '';
      step.calls = [];
      text.restart();
      report({ type: 'restart' });
    } else if (part.type === 'tool-call') step.calls.push(part.call);
    else if (part.type === 'text-delta') {
      if (!hasBegun) firstTokenSeconds.observe((performance.now() - askedAtMs) / 1000);
      hasBegun = true;
      characters += part.text.length;
      add(await text.push(part.text));
    }
    if (characters > charactersMax) break;
  }
  add(await text.flush());
  return step;
}
