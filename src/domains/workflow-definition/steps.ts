import { z } from 'zod';
import { keyedProvidersOf } from '../../conversation/providers/catalog.ts';
import { KnowledgeSources } from '../agents/index.ts';
import { branchesMax, casesMax, iterationsMax } from './bounds.ts';
import {
  ExpressionText,
  fallibleStep,
  ObjectTemplate,
  ResponseSchema,
  SecondsTemplate,
  SecretReference,
  step,
  TextTemplate,
  TimeoutSeconds,
  ValueTemplate,
  VariableName,
} from './parts.ts';

const SetStep = z.strictObject({
  ...step('set'),
  values: z
    .record(VariableName, ValueTemplate)
    .describe('Variables of the run with their values: `vars.<name>`'),
});
const Transform = z.strictObject({ ...step('transform'), value: ValueTemplate.describe('Its output') });
const Delay = z.strictObject({
  ...step('delay'),
  seconds: SecondsTemplate.optional(),
  until: TextTemplate.optional().describe('A time in RFC 3339; a past time does not wait'),
});
const End = z.strictObject({
  ...step('end'),
  status: z.enum(['completed', 'failed']).default('completed'),
  output: ValueTemplate.optional().describe('The output of the run'),
  reason: TextTemplate.optional().describe('The reason shown to people'),
});

const retries = z
  .strictObject({
    maxAttempts: z.int().min(1).max(10).default(3),
    backoffMs: z
      .int()
      .min(10)
      .max(3_600_000)
      .default(1000)
      .describe('Delay before the second attempt; doubled for each further one'),
  })
  .default({ maxAttempts: 3, backoffMs: 1000 });

const Http = z.strictObject({
  ...fallibleStep('http'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z.string().min(1).max(4000).describe('{{ … }} inserts a value, encoded. The host must be written out'),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, { error: 'must be a valid header name' }),
      z.union([TextTemplate, SecretReference], { error: 'must be a text, or {"secret": "name"}' }),
    )
    .default({}),
  body: ValueTemplate.optional().describe(
    'Sent as JSON, or unchanged when it is a text. `{"secret": "name"}` in it stands for a secret',
  ),
  timeoutMs: z.int().min(100).max(30_000).default(10_000).describe('For one attempt'),
  retries: retries.describe(
    'Attempts after a network failure or a status of 408, 429, 500 or above, all with one `Idempotency-Key`',
  ),
  responseSchema: ResponseSchema.default(null),
});

const waitForEnd = z
  .strictObject({ timeoutSeconds: TimeoutSeconds })
  .nullable()
  .default(null)
  .describe(
    'Waits until the call has ended; the output is then its data (a retry is another call). null: continues once it is queued',
  );

const QueueCall = z.strictObject({
  ...fallibleStep('queueCall'),
  agentId: TextTemplate,
  call: ObjectTemplate.describe('As the body of POST /api/agents/{agentId}/calls/campaign'),
  waitForEnd,
});
const PlaceCall = z.strictObject({
  ...fallibleStep('placeCall'),
  agentId: TextTemplate,
  call: ObjectTemplate.describe('As the body of POST /api/agents/{agentId}/calls'),
  waitForEnd,
});
const SendChatMessage = z.strictObject({
  ...fallibleStep('sendChatMessage'),
  chatId: TextTemplate,
  content: TextTemplate,
  agentName: TextTemplate.optional().describe('The name shown as the author'),
});
const PushPersonalization = z.strictObject({
  ...fallibleStep('pushPersonalization'),
  phoneNumber: TextTemplate,
  data: ObjectTemplate,
});

const LanguageModel = z.strictObject({
  ...fallibleStep('languageModel'),
  model: z
    .strictObject({
      provider: z.enum(keyedProvidersOf('languageModel')),
      model: z.string().min(1).max(128),
      key: z.string().min(1).max(100).nullable().default(null).describe('The name of a provider key'),
      temperature: z.number().min(0).max(2).nullable().default(null),
      maxTokens: z.int().min(1).max(100_000).nullable().default(null),
    })
    .describe('As agents have it'),
  system: TextTemplate.optional(),
  prompt: TextTemplate,
  timeoutMs: z.int().min(1000).max(120_000).default(60_000),
  responseSchema: ResponseSchema.default(null).describe(
    'A JSON Schema for the answer: the output is JSON. null: the output is text',
  ),
});

const SearchKnowledge = z.strictObject({
  ...fallibleStep('searchKnowledge'),
  query: TextTemplate.min(1).describe('A question or words, with `{{ expressions }}`'),
  sourceIds: KnowledgeSources.default('all').describe(
    'The sources of `/api/knowledge/sources` to search; `all`: every source of the organization',
  ),
  language: TextTemplate.optional().describe(
    'The language of the question (BCP 47). Sources in other languages come behind',
  ),
  limit: z.int().min(1).max(20).default(5).describe('The most passages in the output'),
});

const Workflow = z.strictObject({
  ...fallibleStep('workflow'),
  workflowId: z.string().min(1).max(64),
  input: ObjectTemplate.default({}),
  wait: z.boolean().default(true).describe('Whether the run waits for the other run to end'),
  timeoutSeconds: TimeoutSeconds.default(86_400),
});
const WaitForEvent = z.strictObject({
  ...fallibleStep('waitForEvent'),
  key: TextTemplate.describe(
    'The event name given to POST /api/workflow-events; the output is its `payload`',
  ),
  timeoutSeconds: TimeoutSeconds.default(86_400),
});

const Leaf = [
  SetStep,
  Transform,
  Delay,
  End,
  Http,
  QueueCall,
  PlaceCall,
  SendChatMessage,
  PushPersonalization,
  LanguageModel,
  SearchKnowledge,
  Workflow,
  WaitForEvent,
] as const;
type LeafStep = z.output<(typeof Leaf)[number]>;

/** The common fields of step types with inner steps. */
interface Common<Type extends string> {
  id: string;
  type: Type;
  name?: string | undefined;
}
interface ConditionStep extends Common<'condition'> {
  if: string;
  then: Step[];
  else: Step[];
}
interface SplitStep extends Common<'split'> {
  cases: { name?: string | undefined; if: string; steps: Step[] }[];
  default: Step[];
}
interface ParallelStep extends Common<'parallel'> {
  branches: Step[][];
}
interface LoopStep extends Common<'loop'> {
  over: unknown;
  as: string;
  maxIterations: number;
  steps: Step[];
  collect?: unknown;
}
/** A step of a workflow, with its inner steps. */
export type Step = LeafStep | ConditionStep | SplitStep | ParallelStep | LoopStep;
export type StepType = Step['type'];
export type StepOf<Type extends StepType> = Extract<Step, { type: Type }>;

const StepList: z.ZodType<Step[]> = z.lazy(() => z.array(AnyStep));

const Condition = z.strictObject({
  ...step('condition'),
  if: ExpressionText,
  then: StepList,
  else: StepList.default([]),
});
const Split = z.strictObject({
  ...step('split'),
  cases: z
    .array(z.strictObject({ name: z.string().max(100).optional(), if: ExpressionText, steps: StepList }))
    .min(1)
    .max(casesMax)
    .describe('Runs the first case whose `if` is true'),
  default: StepList.default([]),
});
const Parallel = z.strictObject({
  ...step('parallel'),
  branches: z.array(StepList).min(1).max(branchesMax).describe('The step ends when all branches have ended'),
});
const Loop = z.strictObject({
  ...step('loop'),
  over: ValueTemplate.describe('A list, or a template that yields one; null is an empty list'),
  as: VariableName.default('item').describe(
    'The name of the element in expressions; its position is `<as>Index`',
  ),
  maxIterations: z
    .int()
    .min(1)
    .max(iterationsMax)
    .default(iterationsMax)
    .describe('A longer list fails the step'),
  steps: StepList,
  collect: ValueTemplate.optional().describe(
    'Filled at the end of each iteration; the results form a list in `output.items`',
  ),
});

const AnyStep: z.ZodType<Step> = z
  .discriminatedUnion('type', [...Leaf, Condition, Split, Parallel, Loop], {
    error: (issue) =>
      issue.code === 'invalid_union' ? `must be one of ${stepTypes.join(', ')}` : 'must be an object',
  })
  .meta({ id: 'WorkflowStep' });

/** The step types in the order of the guide. */
export const stepTypes: readonly StepType[] = [
  ...(['set', 'transform', 'condition', 'split', 'parallel', 'loop', 'delay', 'http', 'queueCall'] as const),
  ...(['placeCall', 'sendChatMessage', 'pushPersonalization', 'languageModel'] as const),
  ...(['searchKnowledge', 'workflow', 'waitForEvent', 'end'] as const),
];

/** A workflow's steps, in order. Without steps a run ends at once. */
export const WorkflowDefinition = z.strictObject({
  $schema: z.string().max(500).optional().describe('For editors'),
  version: z.literal(1).default(1),
  steps: StepList.default([]),
});
export type WorkflowDefinition = z.output<typeof WorkflowDefinition>;
