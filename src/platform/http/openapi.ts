import type { z } from 'zod';
import { bodyBytesMax, formatBytes } from './limits.ts';
import { type Direction, type JsonSchema, toJsonSchema } from './openapi-schemas.ts';
import {
  type DescribedRoute,
  needsOf,
  securityOf,
  securitySchemes,
  takesIdempotencyKeys,
} from './openapi-security.ts';
import { isUpload, uploadTypes } from './route.ts';
import { ErrorBody } from './schemas.ts';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: Record<string, unknown>;
  paths: Record<string, Record<string, unknown>>;
  webhooks: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: unknown };
  [field: string]: unknown;
}

/** A message that the program sends: its name, when it is sent, and the schema of its body. */
interface WebhookDefinition {
  name: string;
  summary: string;
  schema: z.ZodType;
}

/**
 * Returns the OpenAPI 3.1 document of the declared operations, derived from the schemas that validate. Schemas with an
 * id (`.meta({ id })`) become components. `subjects` describes tags by name.
 */
export function openApiDocument(
  routes: readonly DescribedRoute[],
  info: Record<string, unknown>,
  sent: WebhookDefinition[] = [],
  subjects: Readonly<Record<string, string>> = {},
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
    servers: [
      { url: '/', description: 'The service that serves this document' },
      { url: 'http://127.0.0.1:8080', description: 'A service on this machine, at its default port' },
    ],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
      name,
      ...(subjects[name] === undefined ? {} : { description: subjects[name] }),
    })),
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
      // Your server checks the signature, with the secret of the endpoint.
      security: [],
      summary,
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ({
        name: header,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Accepted. Any other status is retried later.' } },
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
    ...(route.bodyBytesMax === undefined ? [] : [`The body may have ${formatBytes(route.bodyBytesMax)}.`]),
    ...(route.inProgressMax === undefined
      ? []
      : [
          `A key may have ${route.inProgressMax} of these requests in progress at a time; one more is a 429.`,
        ]),
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
    ...(route.answerSecondsMax === undefined ? {} : { 'x-answer-seconds-max': route.answerSecondsMax }),
    parameters: [
      ...parametersOf(route.params, 'path', convert),
      ...parametersOf(route.query, 'query', convert),
      ...(takesIdempotencyKeys(route) ? [idempotencyKeyParameter] : []),
    ],
    ...(route.body
      ? {
          requestBody: {
            required: route.bodyKind !== 'any-json',
            content: {
              [isUpload(route) ? uploadTypes[route.bodyKind] : 'application/json']: {
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
    'The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409.',
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

/** Keywords that describe the text of a parameter, not its value. */
const ofTexts: readonly string[] = ['pattern', 'minLength', 'maxLength', 'format', 'enum'];

/** Returns the schema of the values that a parameter stands for, where these are not texts. */
function asDeclared(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined || schema.type === 'string' || Array.isArray(schema.type)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([word]) => !ofTexts.includes(word)));
}

const requestIdHeader = {
  'x-request-id': { description: 'The id of this request', schema: { type: 'string' } },
};

/** The failures that operations share, by status. Each becomes a component. */
const failures: Record<number, { name: string; description: string }> = {
  400: { name: 'InvalidInput', description: 'Invalid input; `error` is `<field>: <message>`' },
  401: { name: 'NoCredential', description: 'No valid credential' },
  403: { name: 'NotAllowed', description: 'The key lacks the scope' },
  404: { name: 'UnknownId', description: 'Unknown id (an id of another organization is an unknown id)' },
  409: { name: 'Conflict', description: 'The current state does not permit it' },
  413: {
    name: 'BodyTooLarge',
    description: `The body exceeds the limit of the operation: ${formatBytes(bodyBytesMax)} unless it says otherwise`,
  },
  415: { name: 'NotJson', description: 'The body is not JSON (or not CSV, for operations that take a file)' },
  416: { name: 'RangeBeyondEnd', description: 'The file has no such part; `content-range` names its size' },
  429: {
    name: 'RateLimited',
    description:
      'Rate limited, or too many requests of the organization wait (`organization.busy`); see `retry-after`',
  },
  503: {
    name: 'Unavailable',
    description:
      'Nothing was done: the service is shutting down, or the database cannot be reached; see `retry-after`',
  },
  504: {
    name: 'OutcomeUnknown',
    description:
      'The outcome is unknown: the connection to the database was lost while the change was stored. Safe to repeat: PUT (except of a password), DELETE, and the same request with the same Idempotency-Key',
  },
};

/** A 403 that other operations answer as 401. */
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
  const { output, outputContentType: others = [] } = route;
  const binary = { schema: { type: 'string', format: 'binary' } };
  const content = {
    ...(output ? { 'application/json': { schema: convert(output, 'output') } } : {}),
    ...Object.fromEntries([others].flat().map((type) => [type, binary])),
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
    // The Idempotency-Key may belong to another request.
    ...(takesIdempotencyKeys(route) ? [409] : []),
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
