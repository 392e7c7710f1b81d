import type { StoredTool } from '../../domains/agents/index.ts';
import { awaitRun, type EndedRun, startWorkflow } from '../../domains/workflows/index.ts';
import { schemaProblem, systemActor } from '../../platform/http/index.ts';
import { type BoundTool, fromDatabase, ToolFailure } from './bound-tool.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';

type WorkflowTool = Extract<StoredTool, { type: 'workflow' }>;

/** The timeout of tools that were stored before `timeoutMs` existed. */
const defaultTimeoutMs = 10_000;

/**
 * Returns a tool that runs a workflow with the model's arguments as input and returns its output. After the timeout the
 * tool returns that the workflow is still running. The run continues.
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
      const waited = AbortSignal.any([signal, AbortSignal.timeout(tool.timeoutMs ?? defaultTimeoutMs)]);
      const scope = { db, actor: systemActor(organizationId, callId) };
      const { workflowTriggeredId } = await fromDatabase(startWorkflow(scope, workflowId, input));
      const ended = await awaitRun(db, organizationId, workflowTriggeredId, waited);
      if (ended) return { result: { output: await outputOf(tool, ended, signal) } };
      // The caller aborted, not the timeout of the tool runner.
      if (signal.aborted && signal.reason?.name !== 'TimeoutError') throw signal.reason;
      return {
        result: {
          status: 'running',
          workflowTriggeredId,
          message: 'The workflow continues and has not finished yet.',
        },
      };
    },
  };
}

async function outputOf(
  { responseSchema }: WorkflowTool,
  { status, reason, output }: EndedRun,
  signal: AbortSignal,
): Promise<unknown> {
  if (status !== 'completed') throw new ToolFailure(reason ?? `the workflow's run has ${status}`);
  const problem = responseSchema && (await schemaProblem(responseSchema, output, signal));
  if (problem) throw new ToolFailure(`the output does not match the schema: ${problem}`);
  return output;
}
