import {
  callOnRecord,
  resultForModel,
  resultOnRecord,
  type ToolOutcome,
  type ToolThen,
} from '../../conversation/pipeline/index.ts';
import type { ModelMessage } from '../../conversation/providers/interfaces/index.ts';
import type { DraftedStep, FollowUp } from '../../domains/chats/index.ts';
import type { OpenToolRunner } from '../tools/index.ts';
import type { PlanSlot } from './hand-over.ts';

/** The context of running a step's tools. */
interface ToolUse {
  tools: OpenToolRunner;
  signal: AbortSignal;
  /**
   * A unique key of the step. It is the same in every worker, so that a repeated tool call has the same idempotency
   * key.
   */
  keyOfStep: string;
  /** Whether the first tool without a result may have run in a process that died. */
  isInDoubt: boolean;
  /** Returns the outcome of a call that must not run; `null` when it may. */
  refused: (call: DraftedStep['calls'][number]) => ToolOutcome | null;
  /** Returns what may be said of a message; `isOfModel`: the model wrote it. */
  remark: (message: string, isOfModel: boolean) => Promise<string>;
  onTool: (toolCallId: string, toolName: string) => void;
  /** Returns the chat as the model knows it, with the prompt. */
  said: () => readonly ModelMessage[];
  /** Returns the stage of the agent's flow; `null` without one. */
  stage: () => string | null;
  /** Where a tool puts the agent to which it hands the chat over. */
  plan: PlanSlot;
  /** Called after each result. */
  onResult: () => Promise<void>;
}

/** Runs the tools of a step that have no result yet, in order. Returns their effect on the chat, or null. */
export async function useTools(use: ToolUse, step: DraftedStep): Promise<FollowUp | null> {
  const { tools, signal, keyOfStep, refused, remark, onTool, onResult, said, stage, plan } = use;
  let { isInDoubt } = use;
  for (;;) {
    const last = step.results.at(-1);
    if (last?.followUp) return last.followUp;
    const call = step.calls[step.results.length];
    if (!call) return null;
    onTool(call.id, call.name);
    const idempotencyKey = `${keyOfStep}.${step.results.length}`;
    const { result, then }: ToolOutcome =
      isInDoubt && !tools.isRepeatable(call.name)
        ? unknownOutcome
        : (refused(call) ?? (await tools.run(call, { signal, idempotencyKey, said, stage: stage() })));
    signal.throwIfAborted();
    isInDoubt = false;
    const followUp = then ? followedBy(then, plan) : null;
    if (followUp?.message) {
      const isOfModel = Object.values(call.arguments).includes(followUp.message);
      followUp.message = await remark(followUp.message, isOfModel);
    }
    call.arguments = callOnRecord(call).arguments;
    step.results.push({
      content: resultForModel(result),
      onRecord: resultOnRecord(result),
      followUp,
    });
    await onResult();
  }
}

/** The result of a tool that must not be repeated and may have run. */
const unknownOutcome: ToolOutcome = {
  result: { error: 'it is not known whether this was done: the answer was interrupted while it ran' },
};

function followedBy(then: ToolThen, plan: PlanSlot): FollowUp | null {
  if (then.kind === 'hand-over')
    return plan.next && { kind: 'hand-over', message: then.message ?? null, to: plan.next };
  if (then.kind === 'end-call') {
    return { kind: 'end', optOut: then.reason === 'customer-opted-out', message: then.message ?? null };
  }
  return then.kind === 'transfer' ? { kind: 'hand-off', message: then.message ?? null } : null;
}
