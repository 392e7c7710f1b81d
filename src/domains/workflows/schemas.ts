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
  .refine(isTimeZone, { error: 'must be an IANA time zone such as Europe/Berlin' });

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
            'A CEL expression over `event` (`eventId`, `type`, `timestamp`, `data`); without it, every event starts the workflow',
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

/** Only the common fields of steps are checked; step types define the others. */
const Steps = z
  .array(z.looseObject({ id: stepText, type: stepText }))
  .max(stepsMax)
  .superRefine((steps, context) => {
    const ids = new Set<string>();
    for (const [index, { id }] of steps.entries()) {
      if (ids.has(id)) {
        context.addIssue({
          code: 'custom',
          path: [index, 'id'],
          message: 'must be unique; another step has this id',
        });
      }
      ids.add(id);
    }
  });

/** Returns whether a definition is small enough to be stored. */
export const isOfSize = (definition: object) =>
  Buffer.byteLength(JSON.stringify(definition)) <= definitionBytesMax;
/** The message for a definition that is too large. */
export const tooLarge = `must have at most ${definitionBytesMax} bytes as JSON`;

const Definition = z
  .looseObject({ steps: Steps.optional() })
  .refine(isOfSize, { error: tooLarge })
  .describe(`The draft: \`steps\`, each with a unique \`id\` and a \`type\`; at most ${stepsMax} and 128 KB`);

const fields = { name: z.string().trim().min(1).max(100), trigger: WorkflowTrigger, definition: Definition };

export const CreateWorkflow = z.strictObject(fields).meta({ id: 'CreateWorkflow' });
export type CreateWorkflow = z.output<typeof CreateWorkflow>;

export const UpdateWorkflow = z
  .strictObject({
    ...z.object(fields).partial().shape,
    ifUpdatedAt: DateTimeInput.optional().describe(
      'Answers 409 `workflow.changed` without a change when `updatedAt` is different by now',
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
        eventId: z.string().describe('The event for which the filter failed; it started nothing'),
        message: z.string(),
      })
      .nullable()
      .describe("The latest failure of the published trigger's filter; null: never"),
    published: WorkflowVersion.nullable().describe(
      'The version that runs; null until the workflow is published',
    ),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Workflow' });
export type Workflow = z.output<typeof Workflow>;

/** Runs shown with each workflow of a list. */
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
    .describe(`Its latest runs, at most ${lastRunsMax}, newest first`),
}).meta({ id: 'ListedWorkflow' });
export type ListedWorkflow = z.output<typeof ListedWorkflow>;

export const WorkflowPage = z
  .object({ workflows: z.array(ListedWorkflow), metadata: PageMetadata })
  .meta({ id: 'WorkflowPage' });

/** Any JSON value. A value other than an object becomes an empty object. */
export const TriggerInput = z
  .unknown()
  .transform((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {},
  )
  .meta({ description: "An object with the workflow's input; any other value counts as {}" });

export const TriggerAnswer = z
  .object({ workflowTriggeredId: z.string().describe('The id of the run: GET /api/workflow-runs/{id}') })
  .meta({ id: 'WorkflowTriggerAnswer' });
export type TriggerAnswer = z.output<typeof TriggerAnswer>;

const runFields = {
  workflowRunId: z.string(),
  workflowId: z.string(),
  version: z.int().nullable().describe('The published version that was triggered; null: none'),
  status: z.enum(runStatuses),
  reason: z.string().nullable().describe('The reason for the status, in words'),
  triggeredBy: z.string().describe('The member whose key triggered it'),
  requestId: z.string().describe('The request that triggered it'),
  parentRunId: z.string().nullable().describe('The run whose step started this one'),
  createdAt: DateTime,
  pausedAt: DateTime.nullable().describe('When it was paused'),
  endedAt: DateTime.nullable(),
};

export const WorkflowRunSummary = z.object(runFields).meta({ id: 'WorkflowRunSummary' });
export type WorkflowRunSummary = z.output<typeof WorkflowRunSummary>;

const stepStatuses = ['running', 'waiting', 'completed', 'failed', 'canceled'] as const;

export const WorkflowRunStep = z
  .object({
    key: z.string().describe("The step's id, with iterations in loops: `notify#3`"),
    stepId: z.string(),
    type: z.string(),
    status: z.enum(stepStatuses),
    attempts: z.int(),
    input: z.unknown().describe('The input it was carried out with; secrets as references'),
    output: z.unknown(),
    error: z.string().nullable(),
    waitsUntil: DateTime.nullable(),
    waitsFor: z.string().nullable().describe('`event:<key>`, `run:<workflowRunId>` or `call:<callId>`'),
    startedAt: DateTime,
    endedAt: DateTime.nullable(),
  })
  .meta({ id: 'WorkflowRunStep' });
export type WorkflowRunStep = z.output<typeof WorkflowRunStep>;

/** Steps shown with a run. */
export const shownStepsMax = 100;
/** Maximum characters of an input or output in a list. */
export const shownCharactersMax = 16_384;

export const WorkflowRun = z
  .object({
    ...runFields,
    input: FreeObject.describe('The body of the trigger'),
    output: z.unknown().describe('The value of its `end` step; null until the run has ended'),
    steps: z
      .array(WorkflowRunStep)
      .describe(
        `The first ${shownStepsMax} in the order they began. An input or output of more than ${shownCharactersMax} characters is shown as \`{"tooLong": <characters>}\`; GET /api/workflow-runs/{workflowRunId}/steps?key=… returns it completely`,
      ),
    hasMoreSteps: z.boolean().describe('GET /api/workflow-runs/{workflowRunId}/steps returns all of them'),
  })
  .meta({ id: 'WorkflowRun' });
export type WorkflowRun = z.output<typeof WorkflowRun>;

export const WorkflowRunStepPage = z
  .object({ steps: z.array(WorkflowRunStep), metadata: PageMetadata })
  .meta({ id: 'WorkflowRunStepPage' });

/** Smaller pages than elsewhere, because steps can be large. */
export const ListSteps = z.object({
  key: z.string().max(200).optional().describe('Only this step, with its complete input and output'),
  ...pageParameters,
  pageSize: integerParameter(1, shownStepsMax).optional().describe('Items per page; default and maximum 100'),
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
    key: z.string().min(1).max(200).describe('The key in `waitForEvent` steps'),
    payload: z
      .unknown()
      .optional()
      .transform((value) => value ?? null)
      .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= payloadBytesMax, {
        error: `must have at most ${payloadBytesMax} bytes as JSON`,
      })
      .describe('Any JSON, at most 128 KB: the output of the steps'),
    keepSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(300)
      .describe('How long to keep the event for the next step when none waits yet, in seconds; default 300'),
  })
  .meta({ id: 'BringWorkflowEvent' });
export type BringWorkflowEvent = z.output<typeof BringWorkflowEvent>;

export const WorkflowEventBrought = z
  .object({
    workflowEventId: z.string(),
    stepsAnswered: z.int().describe('The number of waiting steps that continue; 0: the event is kept'),
  })
  .meta({ id: 'WorkflowEventBrought' });
export type WorkflowEventBrought = z.output<typeof WorkflowEventBrought>;
