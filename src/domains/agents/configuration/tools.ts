import { z } from 'zod';
import { variableName, variablesProblem } from '../prompt-variables.ts';
import { Headers, type StoredHeaders } from './header-values.ts';
import { CheckedJsonSchema, ParametersSchema } from './json-schema.ts';
import { oneOf } from './one-of.ts';
import { checkTemplate, JsonTemplate } from './template.ts';

/** Returns what is wrong with a tool's address, or null. */
function problemOf(text: string): string | null {
  const variables = variablesProblem(text);
  if (variables !== null) return variables;
  const [one, other] = ['a', 'b'].map((filled) => read(text.replaceAll(/\{\{[^{}]*\}\}/g, filled)));
  if (!one || !other) return 'must be an http or https URL';
  // A caller who fills the variables must not choose the host that receives the headers.
  if (one.origin !== other.origin) return 'must not have variables before its path';
  return one.username === '' && one.password === '' ? null : 'must not contain a user; use a secret header';
}

function read(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** A URL with `{{variable}}` in its path and query. */
const ToolUrl = z
  .string()
  .max(4000)
  .superRefine((text, context) => {
    const message = problemOf(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const toolName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, {
    error: 'must be letters, digits, _ and -, not starting with a digit or -, at most 64',
  })
  .describe('The name by which the model calls the tool');

const description = z.string().max(4000);
const described = {
  name: toolName,
  description: description.min(1).describe('Explains to the model when to call the tool'),
};
const parameters = ParametersSchema.default({ type: 'object', properties: {} }).describe(
  'A JSON Schema of type object: the arguments that the model must give',
);
const timeoutMs = z.int().min(100).max(30_000).default(10_000);

/** A built-in tool with known parameters and a default description. */
function own<Type extends string>(type: Type, name: string) {
  return z.strictObject({
    type: z.literal(type),
    name: toolName.default(name),
    description: description.nullable().default(null).describe('null: the default description'),
  });
}

/** An HTTP request as a tool. */
export const HttpTool = z.strictObject({
  type: z.literal('http'),
  ...described,
  parameters,
  url: ToolUrl.describe('May contain `{{name}}` of an argument or a variable in its path and query'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  headers: Headers,
  body: JsonTemplate.nullable()
    .default(null)
    .describe(
      'Sent as JSON, with `{{name}}` filled in its texts. A text that is a single variable becomes that value. null: the arguments, for methods with a body',
    ),
  timeoutMs,
  responseSchema: CheckedJsonSchema.nullable()
    .default(null)
    .describe(
      'A JSON Schema for the response. A response that does not match is reported to the model as a failure',
    ),
});
const mcp = z.strictObject({
  type: z.literal('mcp'),
  name: toolName.describe('Prefix of the tool names: name_tool'),
  url: ToolUrl.describe('A server with streamable HTTP transport'),
  headers: Headers,
  allowedTools: z
    .array(z.string().min(1).max(128))
    .max(100)
    .nullable()
    .default(null)
    .describe('The tools that the model may call; null: all'),
  timeoutMs,
});
const workflow = z.strictObject({
  type: z.literal('workflow'),
  ...described,
  parameters,
  workflowId: z.string().min(1).max(64).describe('Run with the arguments as its input'),
  timeoutMs: z
    .int()
    .min(0)
    .max(30_000)
    .default(10_000)
    .describe(
      'How long to wait for the output, in milliseconds; 0: do not wait. A longer run continues on its own',
    ),
  responseSchema: CheckedJsonSchema.nullable()
    .default(null)
    .describe(
      'A JSON Schema for the output. An output that does not match is reported to the model as a failure',
    ),
});

export const turns = z
  .int()
  .min(1)
  .max(50)
  .default(5)
  .describe('With `history` `lastTurns`: how many of the last turns of the customer the other agent knows');

export const opening = z
  .enum(['answer', 'firstMessage'])
  .default('answer')
  .describe(
    'How the other agent begins. `answer`: its model answers the customer, and knows why it was handed the conversation. `firstMessage`: it says its first message, if it has one',
  );
export const handedVariables = z
  .union([
    z.literal('all'),
    z
      .array(z.string().regex(variableName, { error: 'must be the name of a variable' }))
      .max(200, { error: 'must be "all" or at most 200 names' }),
  ])
  .default('all');

const handOver = z.strictObject({
  type: z.literal('handOver'),
  ...described,
  agentId: z.string().min(1).max(64).describe('The agent that carries the conversation on'),
  message: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .superRefine(checkTemplate)
    .nullable()
    .default(null)
    .describe(
      'Said by this agent before, with `{{variable}}` filled. null: nothing is said, and only the voice changes',
    ),
  opening,
  history: z
    .enum(['all', 'lastTurns', 'summary', 'none'])
    .default('all')
    .describe(
      'What the other agent knows of the conversation so far. `summary`: what the model of this agent writes as it hands over. With `mayReturn` the same goes for the way back',
    ),
  turns,
  variables: handedVariables.describe(
    'Which variables of this agent the other one gets; those that it lacks get its defaults',
  ),
  parameters: ParametersSchema.default({ type: 'object', properties: {} }).describe(
    'A JSON Schema of type object: what the model of this agent must give. The other agent gets it as variables',
  ),
  mayReturn: z
    .boolean()
    .default(false)
    .describe('Whether the other agent gets a tool `handBack`, with which this agent carries on'),
});
const consult = z.strictObject({
  type: z.literal('consult'),
  ...described,
  agentId: z.string().min(1).max(64).describe('The agent whose model answers the question'),
  history: z
    .enum(['all', 'lastTurns', 'none'])
    .default('none')
    .describe('What the other agent knows of the conversation besides the question'),
  turns,
  timeoutMs: z.int().min(1000).max(30_000).default(15_000),
});

const types = [
  'http',
  'mcp',
  'workflow',
  'handOver',
  'consult',
  'setCallSessionData',
  'endCall',
  'transfer',
  'sendDtmf',
  'leaveVoicemail',
  'optOut',
  'pauseRecording',
];

/** A tool that the agent's model may call. */
export const Tool = z
  .discriminatedUnion(
    'type',
    [
      HttpTool,
      mcp,
      workflow,
      handOver,
      consult,
      own('setCallSessionData', 'setCallSessionData'),
      own('endCall', 'endCall'),
      own('transfer', 'transferCall'),
      own('sendDtmf', 'sendDtmf'),
      own('leaveVoicemail', 'leaveVoicemail'),
      own('optOut', 'optOut'),
      own('pauseRecording', 'pauseRecording'),
    ],
    { error: oneOf(types, 'type') },
  )
  .meta({ id: 'AgentTool' });
export type Tool = z.output<typeof Tool>;

type Stored<One> = One extends { headers: Headers } ? Omit<One, 'headers'> & { headers: StoredHeaders } : One;
/** A tool as it is stored. */
export type StoredTool = Stored<Tool>;
