import type { Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { OperationKind } from './operation-kind.ts';

/** The most used operations, each of which has its own tool. */
export const everyday: readonly string[] = [
  ...['getOverview', 'listAgents', 'getAgent', 'listCalls', 'getCall', 'explainCall', 'listCampaigns'],
  ...['getCampaign', 'placeCall', 'cancelCall'],
];

/** The tools that call operations. Each kind has its own, so that a person can be asked before changes. */
export const callers: Readonly<Record<OperationKind, { name: string; tool: Tool }>> = {
  reads: caller('callReading', 'Carry out an operation that reads', 'It changes nothing.', {
    readOnlyHint: true,
    openWorldHint: false,
  }),
  adds: caller(
    'callAdding',
    'Carry out an operation that adds',
    'It creates something new, which may ring a telephone, and changes nothing else.',
    {
      ...{ readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
  ),
  changes: caller(
    'callChanging',
    'Carry out an operation that changes',
    'It changes, ends or deletes existing data, or gives access.',
    {
      ...{ readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
  ),
};

/** Finds operations by words. */
export const searchTool: Tool = {
  name: 'searchOperations',
  title: 'Search the operations of the API',
  description: `Finds operations by words, such as "why was a call not made". Without a query it lists all by subject. Each line has
the operation's name, kind (reads, adds or changes) and summary. \`describe\` returns its arguments.`,
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string' } },
    additionalProperties: false,
  },
  annotations: { title: 'Search the operations of the API', readOnlyHint: true, openWorldHint: false },
};

/** Returns the arguments of an operation, or a schema that they refer to. */
export const describeTool: Tool = {
  name: 'describe',
  title: 'Describe an operation or a schema of the API',
  description:
    'Returns the description and the arguments (JSON Schema) of an operation, or a JSON Schema that it names, such as AgentModelInput.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: {
    ...{ title: 'Describe an operation or a schema of the API', readOnlyHint: true, openWorldHint: false },
  },
};

function caller(
  name: string,
  title: string,
  does: string,
  hints: ToolAnnotations,
): { name: string; tool: Tool } {
  const tool: Tool = {
    ...{ name, title, description: `${title}, by name. ${does} \`describe\` returns the arguments.` },
    inputSchema: {
      type: 'object',
      properties: { operation: { type: 'string' }, arguments: { type: 'object' } },
      required: ['operation'],
      additionalProperties: false,
    },
    annotations: { title, ...hints },
  };
  return { name, tool };
}
