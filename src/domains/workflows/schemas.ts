import { z } from 'zod';
import {
  createdAtParameters,
  DateTime,
  DateTimeInput,
  FreeObject,
  integerParameter,
  PageMetadata,
  pageParameters,
} from '../../platform/http/index.ts';
import { isTimeZone } from '../schedules/index.ts';
import { cronCharactersMax, cronProblem } from './cron.ts';
import { triggerEvents } from './event-trigger.ts';
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

export const WorkflowTrigger = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('webhook') }),
      z.strictObject({ type: z.literal('schedule'), cron: Cron, timeZone: TimeZone }),
      z.strictObject({
        type: z.literal('event'),
        event: z.enum(triggerEvents),
        filter: z
          .string()
          .min(1)
          .max(2_000)
          .optional()
          .describe(
            'A CEL expression over `event` (`eventId`, `type`, `timestamp`, `data`); without it, every one',
          ),
      }),
    ],
    {
      error: (issue) =>
        issue.code === 'invalid_union'
          ? 'must be webhook, schedule or event'
          : 'must be an object with a type',
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

/** Whether a definition may be stored. */
export const isOfSize = (definition: object) =>
  Buffer.byteLength(JSON.stringify(definition)) <= definitionBytesMax;
/** What is said against one that may not. */
export const tooLarge = `must have at most ${definitionBytesMax} bytes as JSON`;

const Definition = z
  .looseObject({ steps: Steps.optional() })
  .refine(isOfSize, { error: tooLarge })
  .describe(`The draft: \`steps\`, each with its own \`id\` and a \`type\`; at most ${stepsMax} and 128 KB`);

const fields = { name: z.string().trim().min(1).max(100), trigger: WorkflowTrigger, definition: Definition };

export const CreateWorkflow = z.strictObject(fields).meta({ id: 'CreateWorkflow' });
export type CreateWorkflow = z.output<typeof CreateWorkflow>;

export const UpdateWorkflow = z
  .strictObject({
    ...z.object(fields).partial().shape,
    ifUpdatedAt: DateTimeInput.optional().describe(
      'Changes nothing and answers 409 `workflow.changed` where `updatedAt` is another by now',
    ),
  })
  .meta({ id: 'UpdateWorkflow' });
export type UpdateWorkflow = z.output<typeof UpdateWorkflow>;

const versionFields = {
  version: z.int().describe('1 for the first'),
  trigger: WorkflowTrigger,
  publishedAt: DateTime,
  publishedBy: z.string().describe('The member who published it'),
};

export const WorkflowVersionSummary = z.object(versionFields).meta({ id: 'WorkflowVersionSummary' });
export type WorkflowVersionSummary = z.output<typeof WorkflowVersionSummary>;

export const WorkflowVersion = z
  .object({ ...versionFields, definition: FreeObject })
  .meta({ id: 'WorkflowVersion' });
export type WorkflowVersion = z.output<typeof WorkflowVersion>;

export const WorkflowVersionPage = z
  .object({ versions: z.array(WorkflowVersionSummary), metadata: PageMetadata })
  .meta({ id: 'WorkflowVersionPage' });

export const Workflow = z
  .object({
    workflowId: z.string(),
    name: fields.name,
    trigger: WorkflowTrigger.describe('Of the draft'),
    definition: FreeObject.describe('The draft'),
    enabled: z.boolean(),
    triggerFailure: z
      .object({
        at: DateTime,
        eventId: z.string().describe('The event for which it could not be evaluated; it started nothing'),
        message: z.string(),
      })
      .nullable()
      .describe('When the filter of the published trigger failed last, and why; null: never'),
    published: WorkflowVersion.nullable().describe('What runs; null until the workflow is published'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Workflow' });
export type Workflow = z.output<typeof Workflow>;

/** Runs that a workflow of a list tells of. */
export const lastRunsMax = 5;

export const ListedWorkflow = Workflow.extend({
  lastRuns: z
    .array(
      z.object({
        workflowRunId: z.string(),
        status: z.enum(runStatuses),
        createdAt: DateTime,
        endedAt: DateTime.nullable(),
      }),
    )
    .describe(`Its newest runs, at most ${lastRunsMax}, newest first`),
}).meta({ id: 'ListedWorkflow' });
export type ListedWorkflow = z.output<typeof ListedWorkflow>;

export const WorkflowPage = z
  .object({ workflows: z.array(ListedWorkflow), metadata: PageMetadata })
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
  parentRunId: z.string().nullable().describe('The run whose step started it'),
  createdAt: DateTime,
  pausedAt: DateTime.nullable().describe('Since when it is paused'),
  endedAt: DateTime.nullable(),
};

export const WorkflowRunSummary = z.object(runFields).meta({ id: 'WorkflowRunSummary' });
export type WorkflowRunSummary = z.output<typeof WorkflowRunSummary>;

const stepStatuses = ['running', 'waiting', 'completed', 'failed', 'canceled'] as const;

export const WorkflowRunStep = z
  .object({
    key: z.string().describe('The id of the step, in loops with their iterations: `notify#3`'),
    stepId: z.string(),
    type: z.string(),
    status: z.enum(stepStatuses),
    attempts: z.int(),
    input: z.unknown().describe('What it was carried out by; secrets as references'),
    output: z.unknown(),
    error: z.string().nullable(),
    waitsUntil: DateTime.nullable(),
    waitsFor: z.string().nullable().describe('`event:<key>`, `run:<workflowRunId>` or `call:<callId>`'),
    startedAt: DateTime,
    endedAt: DateTime.nullable(),
  })
  .meta({ id: 'WorkflowRunStep' });
export type WorkflowRunStep = z.output<typeof WorkflowRunStep>;

/** Steps that a run is shown with. */
export const shownStepsMax = 100;
/** Characters of an input or an output that stands among others. */
export const shownCharactersMax = 16_384;

export const WorkflowRun = z
  .object({
    ...runFields,
    input: FreeObject.describe('The body of the trigger'),
    output: z.unknown().describe('What its `end` came to; null until it is over'),
    steps: z
      .array(WorkflowRunStep)
      .describe(
        `The first ${shownStepsMax} in the order in which they began. An input or output of more than ${shownCharactersMax} characters is \`{"tooLong": <characters>}\` here; GET /api/workflow-runs/{workflowRunId}/steps?key=… has it whole`,
      ),
    hasMoreSteps: z.boolean().describe('GET /api/workflow-runs/{workflowRunId}/steps has them all'),
  })
  .meta({ id: 'WorkflowRun' });
export type WorkflowRun = z.output<typeof WorkflowRun>;

export const WorkflowRunStepPage = z
  .object({ steps: z.array(WorkflowRunStep), metadata: PageMetadata })
  .meta({ id: 'WorkflowRunStepPage' });

/** Steps can be large, so that fewer of them make a page. */
export const ListSteps = z.object({
  key: z.string().max(200).optional().describe('Only this step, with all of its input and output'),
  ...pageParameters,
  pageSize: integerParameter(1, shownStepsMax).optional().describe('Items a page; default and at most 100'),
});
export type ListSteps = z.output<typeof ListSteps>;

export const WorkflowRunPage = z
  .object({ runs: z.array(WorkflowRunSummary), metadata: PageMetadata })
  .meta({ id: 'WorkflowRunPage' });

export const ListRuns = z.object({
  status: z.enum(runStatuses).optional().describe('Only runs of this status'),
  ...createdAtParameters,
  ...pageParameters,
});
export type ListRuns = z.output<typeof ListRuns>;

export const ListAllRuns = z.object({
  workflowId: z.string().max(100).optional().describe('Only runs of this workflow'),
  ...ListRuns.shape,
});
export type ListAllRuns = z.output<typeof ListAllRuns>;

const payloadBytesMax = 131_072;

export const BringWorkflowEvent = z
  .strictObject({
    key: z.string().min(1).max(200).describe('What `waitForEvent` steps name'),
    payload: z
      .unknown()
      .optional()
      .transform((value) => value ?? null)
      .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= payloadBytesMax, {
        error: `must have at most ${payloadBytesMax} bytes as JSON`,
      })
      .describe('Any JSON: the output of the steps; at most 128 KB'),
    keepSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(300)
      .describe('How long it is kept for the next step that waits, where none does yet; default 300'),
  })
  .meta({ id: 'BringWorkflowEvent' });
export type BringWorkflowEvent = z.output<typeof BringWorkflowEvent>;

export const WorkflowEventBrought = z
  .object({
    workflowEventId: z.string(),
    stepsAnswered: z.int().describe('Steps that waited for the key and go on; 0: it is kept'),
  })
  .meta({ id: 'WorkflowEventBrought' });
export type WorkflowEventBrought = z.output<typeof WorkflowEventBrought>;
