import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ApiDocument } from './document.ts';

/** Tells the schemas that the other tools only name. */
export const schemaTool: Tool = {
  name: 'describeSchema',
  title: 'Describe a schema of the API',
  description:
    'The JSON Schema of a part of a body or an answer, by the name that a tool has for it. Names in it (`#/components/schemas/…`) can be asked for in turn.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Such as AgentModelInput' } },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: { title: 'Describe a schema of the API', readOnlyHint: true, openWorldHint: false },
};

/** The schema of a name. Throws an Error that says so where there is none. */
export function describeSchema({ components }: ApiDocument, name: unknown): unknown {
  if (typeof name !== 'string' || !Object.hasOwn(components.schemas, name))
    throw new Error(`name: there is no schema ${String(name)}`);
  return components.schemas[name];
}
