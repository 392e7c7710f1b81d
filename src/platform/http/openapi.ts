import { z } from 'zod';
import { bodyBytesMax, inWords } from './limits.ts';
import { type DescribedRoute, needsOf, securityOf, securitySchemes, takesKeys } from './openapi-security.ts';
import { ErrorBody } from './schemas.ts';

type JsonSchema = Record<string, unknown>;

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: Record<string, unknown>;
  paths: Record<string, Record<string, unknown>>;
  webhooks: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: unknown };
  [field: string]: unknown;
}

/** A message that the program sends by itself: its name, when it does, and the schema of its body. */
interface WebhookDefinition {
  name: string;
  summary: string;
  schema: z.ZodType;
}

/**
 * The OpenAPI 3.1 document of the declared operations, derived from the very schemas that validate. Schemas with
 * an id (`.meta({ id })`) become components.
 */
export function openApiDocument(
  routes: readonly DescribedRoute[],
  info: Record<string, unknown>,
  sent: WebhookDefinition[] = [],
): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = {};
  const convert = (schema: z.ZodType, io: Direction) => toJsonSchema(schema, io, schemas);
  convert(ErrorBody, 'output');
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const item = (paths[route.path] ??= {});
    item[route.method.toLowerCase()] = operation(route, convert);
  }
  const webhooks = Object.fromEntries(
    sent.map(({ name, summary, schema }) => [name, webhook(name, summary, convert(schema, 'output'))]),
  );
  return {
    openapi: '3.1.0',
    info,
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      securitySchemes,
      responses: failureResponses(),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

function webhook(name: string, summary: string, schema: JsonSchema): Record<string, unknown> {
  return {
    post: {
      operationId: name,
      tags: ['Events'],
      summary,
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ({
        name: header,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Taken. Anything else is tried again later.' } },
    },
  };
}

function operation(
  route: DescribedRoute,
  convert: (schema: z.ZodType, io: Direction) => JsonSchema,
): Record<string, unknown> {
  const scope = [
    needsOf(route),
    ...(route.ignoresUnknownQuery ? ['Unknown query parameters are ignored.'] : []),
    ...(route.bodyBytesMax === undefined ? [] : [`The body may have ${inWords(route.bodyBytesMax)}.`]),
    ...(route.underWayMax === undefined
      ? []
      : [`A key may have ${route.underWayMax} of these requests under way at a time; one more is a 429.`]),
  ].join(' ');
  return {
    operationId: route.operationId,
    tags: [route.tag],
    security: securityOf(route),
    summary: route.summary,
    description: route.description ? `${route.description}\n\n${scope}` : scope,
    ...(route.openTo === undefined
      ? { 'x-scope': [route.scope, ...(route.furtherScopes ?? [])].join(' ') }
      : {}),
    parameters: [
      ...parametersOf(route.params, 'path', convert),
      ...parametersOf(route.query, 'query', convert),
      ...(route.method === 'POST' && takesKeys(route) ? [idempotencyKeyParameter] : []),
    ],
    ...(route.body
      ? {
          requestBody: {
            required: route.bodyKind !== 'any-json',
            content: {
              [route.bodyKind === 'csv' ? 'text/csv' : 'application/json']: {
                schema: convert(route.body, 'input'),
              },
            },
          },
        }
      : {}),
    responses: responsesOf(route, convert),
  };
}

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  convert: (schema: z.ZodType, io: 'input') => JsonSchema,
): unknown[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = convert(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: asDeclared(rest),
  }));
}

/** What is said of texts, because every parameter arrives as one. */
const ofTexts: readonly string[] = ['pattern', 'minLength', 'maxLength', 'format', 'enum'];

/** The schema of the values that a parameter stands for, where those are no texts. */
function asDeclared(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined || schema.type === 'string' || Array.isArray(schema.type)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([word]) => !ofTexts.includes(word)));
}

const requestIdHeader = {
  'x-request-id': { description: 'The id of this request', schema: { type: 'string' } },
};

/** The failures that operations share, by status; each is a component. */
const failures: Record<number, { name: string; description: string }> = {
  400: { name: 'InvalidInput', description: 'Invalid input; `error` is `<field>: <message>`' },
  401: { name: 'NoCredential', description: 'No valid credential' },
  403: { name: 'NotAllowed', description: 'The key lacks the scope' },
  404: { name: 'UnknownId', description: 'Unknown id (an id of another organization is an unknown id)' },
  409: { name: 'Conflict', description: 'The state of things does not allow it' },
  413: {
    name: 'BodyTooLarge',
    description: `The body is larger than the operation takes: ${inWords(bodyBytesMax)} unless it says otherwise`,
  },
  415: { name: 'NotJson', description: 'The body is not JSON, or not CSV as it is where a file is sent' },
  429: {
    name: 'RateLimited',
    description:
      'Rate limited, or too many expensive requests of the organization wait (`organization.busy`); see `retry-after`',
  },
  503: {
    name: 'Unavailable',
    description: 'Nothing was done: shutting down, or the database cannot be reached; see `retry-after`',
  },
  504: {
    name: 'OutcomeUnknown',
    description:
      'It is not known whether it was done: the database went away while it was being stored. Safe to send again are PUT (but of a password), DELETE, and the same request with the same Idempotency-Key',
  },
};

/** A 403 that also stands for what is a 401 elsewhere. */
const credentialFailure = {
  name: 'NoCredentialOrNotAllowed',
  description: 'No valid credential, or the key lacks the scope',
};

function failureResponses(): Record<string, unknown> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...Object.values(failures), credentialFailure].map(({ name, description }) => [
      name,
      { description, headers: requestIdHeader, content },
    ]),
  );
}

function responsesOf(
  route: DescribedRoute,
  convert: (schema: z.ZodType, io: 'output') => JsonSchema,
): Record<string, unknown> {
  const { output, outputContentType: other } = route;
  const content = {
    ...(output ? { 'application/json': { schema: convert(output, 'output') } } : {}),
    ...(other === undefined ? {} : { [other]: { schema: { type: 'string', format: 'binary' } } }),
  };
  const success = {
    description: route.status === 204 ? 'Done' : 'Success',
    headers: requestIdHeader,
    ...(route.status === 204 ? {} : { content }),
  };
  const own = [
    400,
    ...(route.credentialFailureStatus === 403 ? [] : [401]),
    403,
    ...(route.errors ?? []),
    // An Idempotency-Key can have been used for another request.
    ...(route.method === 'POST' && takesKeys(route) ? [409] : []),
    ...(route.body ? [413, 415] : []),
    429,
    503,
    ...(route.method === 'GET' ? [] : [504]),
  ];
  const statuses = [...new Set(own)].sort((a, b) => a - b);
  const nameOf = (status: number) =>
    (status === 403 && route.credentialFailureStatus === 403 ? credentialFailure : failures[status]!).name;
  return {
    [route.status]: success,
    ...Object.fromEntries(
      statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
    ),
  };
}

type Direction = 'input' | 'output';

function toJsonSchema(schema: z.ZodType, io: Direction, schemas: Record<string, JsonSchema>): JsonSchema {
  const { $schema: _, $defs, ...own } = jsonSchemaOf(schema, io);
  const names = io === 'input' ? inputNames($defs ?? {}, jsonSchemaOf(schema, 'output').$defs ?? {}) : {};
  for (const [id, definition] of Object.entries($defs ?? {})) {
    hoist(names[id] ?? id, definition, schemas, names);
  }
  const { id, ...rest } = own as JsonSchema & { id?: string };
  if (id === undefined) return pointToComponents(rest, names);
  hoist(id, rest, schemas, names);
  return { $ref: `#/components/schemas/${id}` };
}

type WithDefinitions = JsonSchema & { $defs?: Record<string, JsonSchema> };

function jsonSchemaOf(schema: z.ZodType, io: Direction): WithDefinitions {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // An answer may gain fields within 1.x, so nothing in it is closed but what a request gave just so.
      const { def } = zodSchema._zod;
      if (io === 'output' && def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
    },
  }) as WithDefinitions;
}

/**
 * Names for components that read otherwise in a request than in an answer, where what has a default is always
 * there: by themselves, or because of one that they point to.
 */
function inputNames(
  input: Record<string, JsonSchema>,
  output: Record<string, JsonSchema>,
): Record<string, string> {
  const names: Record<string, string> = {};
  const text = (schema: JsonSchema | undefined) => JSON.stringify(schema ?? null);
  for (const id of Object.keys(input)) {
    if (text(input[id]) !== text(output[id])) names[id] = `${id}Input`;
  }
  for (let found = -1; found !== Object.keys(names).length; ) {
    found = Object.keys(names).length;
    for (const [id, schema] of Object.entries(input)) {
      if (Object.keys(names).some((other) => text(schema).includes(`"#/$defs/${other}"`))) {
        names[id] = `${id}Input`;
      }
    }
  }
  return names;
}

function hoist(
  id: string,
  definition: JsonSchema,
  schemas: Record<string, JsonSchema>,
  names: Record<string, string>,
): void {
  const { id: _, ...rest } = definition;
  const pointed = pointToComponents(rest, names);
  const known = schemas[id];
  if (known && JSON.stringify(known) !== JSON.stringify(pointed)) {
    throw new Error(`two different schemas have the id ${id}`);
  }
  schemas[id] = pointed;
}

/** The schema with every reference pointing to the components, by the names that these have there. */
function pointToComponents(schema: JsonSchema, names: Record<string, string>): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(
    /"#\/\$defs\/([^"]+)"/g,
    (_whole, id: string) => `"#/components/schemas/${names[id] ?? id}"`,
  );
  return JSON.parse(text) as JsonSchema;
}
