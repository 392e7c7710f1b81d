import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeApi } from '../src/app.ts';
import { publicCallOperations } from '../src/domains/web-calls/public-operations.ts';
import { publicChatOperations } from '../src/domains/widgets/index.ts';
import type { OpenApiDocument } from '../src/platform/http/index.ts';
import { committedDocument, withoutSamples } from '../src/platform/http/server/index.ts';
import { apiDocument, declaredRoutes } from './api-document.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Record<string, unknown>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: unknown;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

// The document is tested as it is served and committed, without values that JSON lacks.
const document = JSON.parse(JSON.stringify(apiDocument())) as OpenApiDocument;
const plainDocument = JSON.parse(JSON.stringify(describeApi(declaredRoutes()))) as OpenApiDocument;
const sharedResponses = document.components.responses as Record<string, Operation['responses'][string]>;

/** Returns the operation with its references replaced by the shared responses. */
function withResponses(operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { $ref } = response as { $ref?: string };
    return [status, $ref === undefined ? response : sharedResponses[$ref.split('/').at(-1)!]!] as const;
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    title: `${method.toUpperCase()} ${path}`,
    method,
    path,
    operation: withResponses(operation as Operation),
  })),
);

/** Returns every object inside a value, with the parts of its JSON pointer (RFC 6901). */
function* objectsIn(
  value: unknown,
  pointer: readonly string[] = [],
): Generator<{ object: Record<string, unknown>; pointer: readonly string[] }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { object: value as Record<string, unknown>, pointer };
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, [...pointer, key]);
}

function resolves(reference: string): boolean {
  if (!reference.startsWith('#/')) return false;
  const parts = reference.slice(2).split('/');
  const keys = parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  let found: unknown = document;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return false;
    found = (found as Record<string, unknown>)[key];
  }
  return true;
}

const references = [...objectsIn(document)].flatMap(({ object, pointer }) =>
  typeof object.$ref === 'string' ? [{ reference: object.$ref, pointer: pointer.join('/') }] : [],
);

/** Every JSON schema of the document, including nested ones. */
const schemas = [
  ...operations.flatMap(({ title, operation }) => [
    ...operation.parameters.map(({ name, schema }) => ({ at: `${title} ${name}`, schema })),
    ...[operation.requestBody, ...Object.values(operation.responses)]
      .flatMap((holder) => Object.values(holder?.content ?? {}))
      .map(({ schema }) => ({ at: title, schema })),
  ]),
  ...Object.entries(document.components.schemas).map(([at, schema]) => ({ at, schema })),
].flatMap(({ at, schema }) => nestedSchemas(schema, at));

interface FoundSchema {
  at: string;
  schema: Record<string, unknown>;
}

function nestedSchemas(schema: unknown, at: string): FoundSchema[] {
  // `true` and `false` are schemas too (JSON Schema 2020-12, core §4.3.2).
  if (typeof schema !== 'object' || schema === null) return [];
  const own = schema as Record<string, unknown>;
  const named = ['properties', 'patternProperties', '$defs'].flatMap((keyword) =>
    Object.entries((own[keyword] ?? {}) as Record<string, unknown>),
  );
  const single = ['items', 'additionalProperties', 'propertyNames', 'not', 'contains'].map(
    (keyword) => [keyword, own[keyword]] as const,
  );
  const listed = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((keyword) =>
    Object.entries((own[keyword] ?? []) as unknown[]),
  );
  return [
    { at, schema: own },
    ...[...named, ...single, ...listed].flatMap(([key, inner]) => nestedSchemas(inner, `${at}.${key}`)),
  ];
}

describe('the document', () => {
  test('is the committed one, which the program serves', () => {
    expect(committedDocument(join(import.meta.dirname, '..')).whole()).toEqual(document);
    expect(withoutSamples(document)).toEqual(plainDocument);
  });

  test('is OpenAPI 3.1 with a head, and names the credential that it demands', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.security).toBeUndefined();
    for (const { title, operation } of operations) {
      const session = title.startsWith('GET ') ? { session: [] } : { session: [], csrfToken: [] };
      const ofSession = ['/console/session', '/console/sessions', '/console/password', '/console/demo'];
      const isConsole = title.includes(' /console/');
      const isSession =
        ofSession.some((path) => title.includes(` ${path}`)) && title !== 'POST /console/session';
      const hasLink = title.endsWith('{token}') || title.includes('/public/shared-call');
      const ofVisitors = hasLink ? [] : [{ visitorSession: [] }];
      const ofApi = isSession ? [session] : isConsole ? [] : [{ bearerAuth: [] }, session];
      const security = title.includes(' /public/') ? ofVisitors : ofApi;
      expect({ title, security: operation.security }).toEqual({ title, security });
    }
    expect(Object.keys(document.components.securitySchemes ?? {})).toEqual([
      'bearerAuth',
      'session',
      'csrfToken',
      'visitorSession',
    ]);
  });

  test('holds every declared operation', () => {
    const declared = [...declaredRoutes(), ...publicChatOperations, ...publicCallOperations].map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(operations.map(({ title }) => title).sort()).toEqual([...declared].sort());
    expect(declared.length).toBeGreaterThan(7);
  });

  test('gives every operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
  });

  test('lists each tag that its operations use, once', () => {
    const used = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
    const listed = (document.tags as { name: string }[]).map(({ name }) => name);
    expect([...listed].sort()).toEqual(used.sort());
  });

  test('has no reference that leads nowhere', () => {
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter(({ reference }) => !resolves(reference))).toEqual([]);
  });

  test('has no component that nothing refers to', () => {
    const used = new Set(references.map(({ reference }) => reference));
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => !used.has(`#/components/schemas/${name}`))).toEqual([]);
  });

  test('has no two paths that only the names of their parameters tell apart', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{[^}]*\}/g, '{}'));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });
});

describe('every schema', () => {
  const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

  test('uses the types of JSON Schema', () => {
    const wrong = schemas.filter(({ schema }) =>
      [schema.type ?? []].flat().some((type) => !types.includes(type as string)),
    );
    expect(wrong.map(({ at }) => at)).toEqual([]);
  });

  test('says of an answer or a body what it is', () => {
    const open = operations.flatMap(({ title, operation }) =>
      [operation.requestBody, ...Object.values(operation.responses)]
        .flatMap((holder) => Object.values(holder?.content ?? {}))
        .filter(({ schema }) => Object.keys((schema ?? {}) as object).length === 0)
        .map(() => title),
    );
    expect(open).toEqual([]);
  });

  test('has patterns that compile as JSON Schema asks', () => {
    const wrong = schemas.filter(({ schema }) => {
      if (schema.pattern === undefined) return false;
      try {
        return !new RegExp(schema.pattern as string, 'u');
      } catch {
        return true;
      }
    });
    expect(wrong.map(({ at }) => at)).toEqual([]);
  });

  test('requires only properties that it describes', () => {
    const wrong = schemas.flatMap(({ at, schema }) =>
      ((schema.required ?? []) as string[])
        .filter((name) => !Object.hasOwn((schema.properties ?? {}) as object, name))
        .map((name) => `${at}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** Returns the operations that break a rule. There should be none. */
function breaking(keeps: (operation: Operation, method: string, path: string) => boolean): string[] {
  return operations
    .filter(({ operation, method, path }) => !keeps(operation, method, path))
    .map(({ title }) => title);
}

function hasResponses(operation: Operation, ...statuses: string[]): boolean {
  return statuses.every((status) => Object.hasOwn(operation.responses, status));
}

describe('every operation', () => {
  test('declares exactly the parameters of its path, all required', () => {
    const broken = breaking(({ parameters }, _, path) => {
      const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      const names = declared.map(({ name }) => name);
      return names.sort().join() === inPath.sort().join() && declared.every(({ required }) => required);
    });
    expect(broken).toEqual([]);
  });

  test('declares no parameter twice', () => {
    const broken = breaking(({ parameters }) => {
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      return new Set(names).size === names.length;
    });
    expect(broken).toEqual([]);
  });

  test('has a summary, and words for every response', () => {
    const broken = breaking(({ summary, responses }) =>
      [summary, ...Object.values(responses).map(({ description }) => description)].every(Boolean),
    );
    expect(broken).toEqual([]);
  });

  test('has one success, and the failures that any operation may meet', () => {
    const broken = breaking((operation) => {
      const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      // The audit export answers 403 where other operations answer 401, as the interface document requires.
      const isExport = operation.operationId === 'exportAuditLogs';
      const refusals = isExport ? ['403'] : ['401', '403'];
      return successes.length === 1 && hasResponses(operation, '400', ...refusals, '429', '503');
    });
    expect(broken).toEqual([]);
  });

  test('on a resource has an answer to an unknown id', () => {
    // A lookup by something other than our ids answers that it found nothing.
    const broken = breaking(
      (operation, _, path) =>
        !/\{(?!(?:externalId|phoneNumber)\})/.test(path) || hasResponses(operation, '404'),
    );
    expect(broken).toEqual([]);
  });

  test('answers a failure with the one shape of errors', () => {
    const shape = JSON.stringify([['application/json', { $ref: '#/components/schemas/Error' }]]);
    const shapeOf = (content: Operation['responses'][string]['content'] = {}) =>
      JSON.stringify(Object.entries(content).map(([type, { schema }]) => [type, schema]));
    const broken = breaking(({ responses }) =>
      Object.entries(responses).every(
        ([status, { content }]) => status.startsWith('2') || shapeOf(content) === shape,
      ),
    );
    expect(broken).toEqual([]);
  });

  test('takes a body only where one is meant, and then says what is refused of it', () => {
    const broken = breaking((operation, method) =>
      operation.requestBody
        ? !['get', 'delete'].includes(method) && hasResponses(operation, '413', '415')
        : true,
    );
    expect(broken).toEqual([]);
  });
});

test('parameters that stand for no text have nothing in their schemas that is said of texts', () => {
  const said = operations.flatMap(({ title, operation }) =>
    operation.parameters
      .filter(({ schema }) => schema.type !== 'string')
      .filter(({ schema }) =>
        ['pattern', 'minLength', 'maxLength', 'format', 'enum'].some((word) => word in schema),
      )
      .map(({ name }) => `${title} ${name}`),
  );
  expect(said).toEqual([]);
  const imported = operations.find(({ operation }) => operation.operationId === 'importCampaignCalls')!;
  expect(imported.operation.parameters.find(({ name }) => name === 'priority')!.schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 9,
  });
});
