import { z } from 'zod';

import { Headers, type StoredHeaders } from './header-values.ts';
import { CheckedJsonSchema, ParametersSchema } from './json-schema.ts';
import { oneOf } from './one-of.ts';
import { JsonTemplate } from './template.ts';
import { ToolUrl } from './tool-url.ts';

const toolName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, {
    error: 'must be letters, digits, _ and -, not starting with a digit or -, at most 64',
  })
  .describe('What the model calls it by');

const description = z.string().max(4000);
const described = {
  name: toolName,
  description: description.min(1).describe('When to call it, for the model'),
};
const parameters = ParametersSchema.default({ type: 'object', properties: {} }).describe(
  'A JSON Schema of type object: what the model has to give',
);
const timeoutMs = z.int().min(100).max(30_000).default(10_000);

/** A tool of the program's own, whose parameters are known; without a description it has the usual one. */
function own<Type extends string>(type: Type, name: string) {
  return z.strictObject({
    type: z.literal(type),
    name: toolName.default(name),
    description: description.nullable().default(null).describe('null: the usual one'),
  });
}

const http = z.strictObject({
  type: z.literal('http'),
  ...described,
  parameters,
  url: ToolUrl.describe('With `{{name}}` of an argument or a variable in its path and query'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  headers: Headers,
  body: JsonTemplate.nullable()
    .default(null)
    .describe(
      'Sent as JSON, with `{{name}}` in its texts; a text that is one variable becomes its value. null: the arguments, where the method has a body',
    ),
  timeoutMs,
  responseSchema: CheckedJsonSchema.nullable()
    .default(null)
    .describe('A JSON Schema that the answer has to meet; otherwise the model is told that the tool failed'),
});
const mcp = z.strictObject({
  type: z.literal('mcp'),
  name: toolName.describe('Comes before the names of the tools: name_tool'),
  url: ToolUrl.describe('Of a server that speaks streamable HTTP'),
  headers: Headers,
  allowedTools: z
    .array(z.string().min(1).max(128))
    .max(100)
    .nullable()
    .default(null)
    .describe('The tools that the model gets; null: all'),
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
    .describe('How long its output is waited for; 0: not at all. A run that takes longer goes on by itself'),
  responseSchema: CheckedJsonSchema.nullable()
    .default(null)
    .describe('A JSON Schema that the output has to meet; otherwise the model is told that the tool failed'),
});

const types = [
  ...['http', 'mcp', 'workflow', 'setCallSessionData', 'endCall', 'transfer', 'sendDtmf'],
  ...['leaveVoicemail', 'optOut', 'pauseRecording'],
];

/** What the agent can do beside speaking. */
export const Tool = z
  .discriminatedUnion(
    'type',
    [
      http,
      mcp,
      workflow,
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
