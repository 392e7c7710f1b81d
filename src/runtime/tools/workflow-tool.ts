import type { StoredTool } from '../../domains/agents/index.ts';
import { awaitRun, type EndedRun, startWorkflow } from '../../domains/workflows/index.ts';
import { schemaProblem } from '../../platform/http/index.ts';
import { systemActor } from '../../platform/kernel/index.ts';
import { type BoundTool, ToolFailure } from './bound-tool.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';

type WorkflowTool = Extract<StoredTool, { type: 'workflow' }>;

/** What is waited for a run of a tool that was stored before tools could say so. */
const usualMs = 10_000;

/**
 * A tool that runs a workflow with the model's arguments as its input, and gives the model what the run comes to. One
 * that is not over in time goes on by itself, which the model is told.
 */
export function workflowTool(
  { db }: ToolEnvironment,
  { organizationId, callId }: ToolCall,
  tool: WorkflowTool,
): BoundTool {
  const { name, description, parameters, workflowId } = tool;
  return {
    definition: { name, description, parameters },
    isRepeatable: false,
    async run(input, signal) {
      const waited = AbortSignal.any([signal, AbortSignal.timeout(tool.timeoutMs ?? usualMs)]);
      const scope = { db, actor: systemActor(organizationId, callId) };
      const { workflowTriggeredId } = await startWorkflow(scope, workflowId, input);
      const ended = await awaitRun(db, organizationId, workflowTriggeredId, waited);
      if (ended) return { result: { output: outputOf(tool, ended) } };
      // Called off by who asked for it, and not because of the time.
      if (signal.aborted && signal.reason?.name !== 'TimeoutError') throw signal.reason;
      return {
        result: { status: 'running', workflowTriggeredId, message: 'It goes on and is not over yet.' },
      };
    },
  };
}

function outputOf({ responseSchema }: WorkflowTool, { status, reason, output }: EndedRun): unknown {
  if (status !== 'completed') throw new ToolFailure(reason ?? `the workflow's run has ${status}`);
  const problem = responseSchema && schemaProblem(responseSchema, output);
  if (problem) throw new ToolFailure(`the output is not as it should be: ${problem}`);
  return output;
}
