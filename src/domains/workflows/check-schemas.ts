import { z } from 'zod';
import { FreeObject } from '../../platform/http/index.ts';
import { isOfSize, tooLarge, WorkflowTrigger } from './schemas.ts';

export const CheckWorkflow = z
  .strictObject({
    trigger: WorkflowTrigger.optional(),
    definition: FreeObject.refine(isOfSize, { error: tooLarge }).describe('As in a draft'),
  })
  .meta({ id: 'CheckWorkflow' });
export type CheckWorkflow = z.output<typeof CheckWorkflow>;

export const WorkflowProblems = z
  .object({
    problems: z
      .array(
        z.object({
          field: z.string().describe('The path of the field, such as `definition.steps.2.then.0.url`'),
          message: z.string(),
        }),
      )
      .describe('The problems that would prevent publication; empty: none'),
  })
  .meta({ id: 'WorkflowProblems' });
export type WorkflowProblems = z.output<typeof WorkflowProblems>;
