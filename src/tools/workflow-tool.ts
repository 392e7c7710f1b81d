import type { StoredTool } from '../agents/index.ts';
import { systemActor } from '../kernel/index.ts';
import { startWorkflow } from '../workflows/index.ts';
import type { BoundTool } from './bound-tool.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';

/** A tool that triggers a workflow with the model's arguments as its input. */
export function workflowTool(
  { db }: ToolEnvironment,
  { organizationId, callId }: ToolCall,
  { name, description, parameters, workflowId }: Extract<StoredTool, { type: 'workflow' }>,
): BoundTool {
  return {
    definition: { name, description, parameters },
    isRepeatable: false,
    async run(input) {
      const scope = { db, actor: systemActor(organizationId, callId) };
      return { result: await startWorkflow(scope, workflowId, input) };
    },
  };
}
