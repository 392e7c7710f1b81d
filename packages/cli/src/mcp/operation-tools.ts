import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type ApiDocument, nameOf, type Operation, type Schema } from './document.ts';
import { kindOf, type OperationKind } from './operation-kind.ts';

/** A tool that carries out an operation. */
export interface OperationTool {
  tool: Tool;
  kind: OperationKind;
  /** The operation's first tag, such as `Calls`. */
  subject: string;
  method: string;
  /** Contains `{name}` for each path parameter. */
  path: string;
  /** The names of the path parameters; `inQuery` has those of the query. */
  inPath: readonly string[];
  inQuery: readonly string[];
  /** The names of ids by which an operation returns one thing alone. Lists of such things are shortened. */
  singles: ReadonlySet<string>;
}

/** Returns a document's operations as tools, by name. Leaves out those with a session or a format other than JSON. */
export function operationTools(document: ApiDocument): Map<string, OperationTool> {
  const singles = singlesOf(document);
  const tools = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => isServed(operation))
      .map(([method, operation]) => ({ ...toolOf(document, method, path, operation), singles })),
  );
  return new Map(tools.map((tool) => [tool.tool.name, tool]));
}

/** Returns whether a repeated call has no further effect. A POST has, because each has its own Idempotency-Key. */
function isSettled(method: string): boolean {
  return method === 'put' || method === 'delete';
}

/** Refuses operations without a scope, which need the session of a person or visitor, and files and streams. */
function isServed({ 'x-scope': scope, requestBody, responses }: Operation): boolean {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
  const answersJson = !answer.content || 'application/json' in answer.content;
  const takesJson = !requestBody || 'application/json' in requestBody.content;
  return scope !== undefined && answersJson && takesJson;
}

function singlesOf({ paths }: ApiDocument): ReadonlySet<string> {
  const reads = Object.entries(paths).filter(([, { get }]) => get !== undefined && isServed(get));
  return new Set(reads.flatMap(([path]) => /\{(\w+)\}$/.exec(path)?.[1] ?? []));
}

function toolOf(
  document: ApiDocument,
  method: string,
  path: string,
  operation: Operation,
): Omit<OperationTool, 'singles'> {
  const { operationId, summary, description = '', parameters, requestBody } = operation;
  const given = parameters.filter((parameter) => parameter.in !== 'header');
  const properties: Record<string, object> = {};
  for (const { name, schema, description: words } of given)
    properties[name] = { ...named(schema), ...(words ? { description: words } : {}) };
  const body = requestBody?.content['application/json']?.schema;
  if (body) properties.body = bodySchema(document, body);
  const required = given.filter((parameter) => parameter.required).map(({ name }) => name);
  if (requestBody?.required) required.push('body');
  const kind = kindOf(method, operation['x-scope']!, operationId);
  const isRead = kind === 'reads';
  return {
    tool: {
      name: operationId,
      title: summary,
      description: `${summary}. ${method.toUpperCase()} ${path}\n\n${description}`,
      inputSchema: { type: 'object', properties, required, additionalProperties: false },
      annotations: {
        title: summary,
        readOnlyHint: isRead,
        ...(isRead ? {} : { destructiveHint: kind === 'changes', idempotentHint: isSettled(method) }),
        // Calls ring, workflows send requests, webhooks receive events.
        openWorldHint: !isRead && method === 'post',
      },
    },
    ...{ kind, subject: operation.tags[0] ?? '', method: method.toUpperCase(), path },
    inPath: given.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    inQuery: given.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  };
}

/** Returns the schema of a body. Names nested schemas instead of including them, to keep the list of tools short. */
function bodySchema({ components }: ApiDocument, schema: Schema): Schema {
  const name = nameOf(schema);
  const whole = name === undefined ? schema : (components.schemas[name] ?? {});
  return named(whole);
}

/** Replaces each reference to a schema with its name. */
function named<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(named) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const name = nameOf(part as Schema);
  if (name !== undefined) return { description: `${name}: ask describe` } as unknown as Part;
  return Object.fromEntries(Object.entries(part).map(([word, value]) => [word, named(value)])) as Part;
}
