import {
  callOnRecord,
  resultForModel,
  resultOnRecord,
  type ToolOutcome,
  type ToolThen,
} from '../../conversation/pipeline/index.ts';
import type { DraftedStep, FollowUp } from '../../domains/chats/index.ts';
import type { OpenToolRunner } from '../tools/index.ts';

/** What running the tools of a step has to do with. */
interface ToolUse {
  tools: OpenToolRunner;
  signal: AbortSignal;
  /** Names the step, in this chat and for ever: whoever takes the answer over says it again. */
  keyOfStep: string;
  /** Whether the first tool without a result may have been run before, by a process that died. */
  isInDoubt: boolean;
  onTool: (toolCallId: string, toolName: string) => void;
  /** A result is there. */
  onResult: () => Promise<void>;
}

/** Runs the tools of a step that have no result yet, one after the other; what follows from them in the chat, if anything. */
export async function useTools(use: ToolUse, step: DraftedStep): Promise<FollowUp | null> {
  const { tools, signal, keyOfStep, onTool, onResult } = use;
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
        : await tools.run(call, { signal, idempotencyKey });
    signal.throwIfAborted();
    isInDoubt = false;
    call.arguments = callOnRecord(call).arguments;
    step.results.push({
      content: resultForModel(result),
      onRecord: resultOnRecord(result),
      followUp: then ? followedBy(then) : null,
    });
    await onResult();
  }
}

/** What a model reads of a tool that cannot be run again where it may have been. */
const unknownOutcome: ToolOutcome = {
  result: { error: 'it is not known whether this was done: the answer was interrupted while it ran' },
};

function followedBy(then: ToolThen): FollowUp | null {
  if (then.kind === 'end-call') {
    return { kind: 'end', optOut: then.reason === 'customer-opted-out', message: then.message ?? null };
  }
  return then.kind === 'transfer' ? { kind: 'hand-off', message: then.message ?? null } : null;
}
