import { z } from 'zod';
import { schemaOf } from '../../conversation/flow/index.ts';
import { FreeObject, schemaProblem } from '../../platform/http/index.ts';
import { type FieldError, invalid } from '../../platform/kernel/index.ts';
import type { AgentConfiguration } from './schemas.ts';

const variablesBytesMax = 16_384;

/** How the flow of a test conversation begins, in place of its first stage. */
export const FlowStart = z
  .strictObject({
    stage: z.string().min(1).max(64).describe('The stage that is entered first'),
    variables: FreeObject.refine((value) => Buffer.byteLength(JSON.stringify(value)) <= variablesBytesMax, {
      error: `must have at most ${variablesBytesMax} bytes as JSON`,
    })
      .default({})
      .describe("Variables that are known then. They are checked against the flow's `variables`"),
  })
  .meta({ id: 'FlowStart' });
export type FlowStart = z.output<typeof FlowStart>;

/** Throws a validation error that names the fields below `flow`, if the flow of the agent cannot begin so. */
export async function checkFlowStart(
  { flow }: Pick<AgentConfiguration, 'flow'>,
  { stage, variables }: FlowStart,
): Promise<void> {
  if (flow === null) throw invalid('flow', 'the agent has no flow, so it has no stage to begin with');
  const errors: FieldError[] = [];
  if (!Object.hasOwn(flow.stages, stage)) {
    const known = Object.keys(flow.stages).join(', ');
    errors.push({ field: 'flow.stage', message: `there is no stage ${stage}; the flow has ${known}` });
  }
  for (const [name, value] of Object.entries(variables)) {
    const field = `flow.variables.${name}`;
    const schema = schemaOf(flow, name);
    const problem = schema ? await schemaProblem(schema, value) : 'the flow has no variable of this name';
    if (problem !== null) errors.push({ field, message: problem.replace(/^the whole: /, '') });
  }
  if (errors.length > 0) throw invalid(errors);
}
