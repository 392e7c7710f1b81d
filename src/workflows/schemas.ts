import { z } from 'zod';
import { DateTime, FreeObject, PageMetadata, pageParameters } from '../http/index.ts';
import { isTimeZone } from '../schedules/index.ts';
import { cronCharactersMax, cronProblem } from './cron.ts';
import { runStatuses } from './state.ts';

const Cron = z
  .string()
  .max(cronCharactersMax)
  .superRefine((text, context) => {
    const problem = cronProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .describe('Five fields: minute, hour, day of the month, month, day of the week');

const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be a time zone of the IANA database such as Europe/Berlin' });

const WorkflowTrigger = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('webhook') }),
      z.strictObject({ type: z.literal('schedule'), cron: Cron, timeZone: TimeZone }),
    ],
    {
      error: (issue) =>
        issue.code === 'invalid_union' ? 'must be webhook or schedule' : 'must be an object with a type',
    },
  )
  .meta({ id: 'WorkflowTrigger' });
export type WorkflowTrigger = z.output<typeof WorkflowTrigger>;

const definitionBytesMax = 131_072;
const stepsMax = 200;
const stepText = z.string().min(1).max(64);

/** Of a definition only what every step needs is checked; the rest is the step type's own. */
const Steps = z
  .array(z.looseObject({ id: stepText, type: stepText }))
  .max(stepsMax)
  .superRefine((steps, context) => {
    const ids = new Set<string>();
    for (const [index, { id }] of steps.entries()) {
      if (ids.has(id)) {
        context.addIssue({ code: 'custom', path: [index, 'id'], message: 'is the id of another step too' });
      }
      ids.add(id);
    }
  });

const Definition = z
  .looseObject({ steps: Steps.optional() })
  .refine((definition) => Buffer.byteLength(JSON.stringify(definition)) <= definitionBytesMax, {
    error: `must have at most ${definitionBytesMax} bytes as JSON`,
  })
  .describe(`The draft: \`steps\`, each with its own \`id\` and a \`type\`; at most ${stepsMax} and 128 KB`);

const fields = { name: z.string().trim().min(1).max(100), trigger: WorkflowTrigger, definition: Definition };

export const CreateWorkflow = z.strictObject(fields).meta({ id: 'CreateWorkflow' });
export type CreateWorkflow = z.output<typeof CreateWorkflow>;

export const UpdateWorkflow = z.strictObject(fields).partial().meta({ id: 'UpdateWorkflow' });
export type UpdateWorkflow = z.output<typeof UpdateWorkflow>;

const PublishedVersion = z
  .object({
    version: z.int().describe('1 for the first'),
    trigger: WorkflowTrigger,
    definition: FreeObject,
    publishedAt: DateTime,
    publishedBy: z.string().describe('The member who published it'),
  })
  .meta({ id: 'WorkflowVersion' });

export const Workflow = z
  .object({
    workflowId: z.string(),
    name: fields.name,
    trigger: WorkflowTrigger.describe('Of the draft'),
    definition: FreeObject.describe('The draft'),
    enabled: z.boolean(),
    published: PublishedVersion.nullable().describe('What runs; null until the workflow is published'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Workflow' });
export type Workflow = z.output<typeof Workflow>;

export const WorkflowPage = z
  .object({ workflows: z.array(Workflow), metadata: PageMetadata })
  .meta({ id: 'WorkflowPage' });

/** Any JSON value; what is not an object is an empty one. */
export const TriggerInput = z
  .unknown()
  .transform((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {},
  )
  .meta({ description: 'An object with whatever the workflow takes as input; any other value counts as {}' });

export const TriggerAnswer = z
  .object({ workflowTriggeredId: z.string().describe('The id of the run: GET /api/workflow-runs/{id}') })
  .meta({ id: 'WorkflowTriggerAnswer' });
export type TriggerAnswer = z.output<typeof TriggerAnswer>;

const runFields = {
  workflowRunId: z.string(),
  workflowId: z.string(),
  version: z.int().nullable().describe('The published version that was triggered; null: there was none'),
  status: z.enum(runStatuses),
  reason: z.string().nullable().describe('Why the run is where it is, in words'),
  triggeredBy: z.string().describe('The member whose key triggered it'),
  requestId: z.string().describe('The request that triggered it'),
  createdAt: DateTime,
  endedAt: DateTime.nullable(),
};

export const WorkflowRunSummary = z.object(runFields).meta({ id: 'WorkflowRunSummary' });
export type WorkflowRunSummary = z.output<typeof WorkflowRunSummary>;

export const WorkflowRun = z
  .object({ ...runFields, input: FreeObject.describe('The body of the trigger') })
  .meta({ id: 'WorkflowRun' });
export type WorkflowRun = z.output<typeof WorkflowRun>;

export const WorkflowRunPage = z
  .object({ runs: z.array(WorkflowRunSummary), metadata: PageMetadata })
  .meta({ id: 'WorkflowRunPage' });

export const ListRuns = z.object({
  status: z.enum(runStatuses).optional().describe('Only runs of this status'),
  ...pageParameters,
});
export type ListRuns = z.output<typeof ListRuns>;
