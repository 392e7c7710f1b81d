import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/platform/http/index.ts';
import { soundFile } from '../world/sound-file.ts';
import { hostileValue, type Mutation, mutated, mutation } from './mutate.ts';
import { idOf, plausible } from './plausible.ts';
import { arbitraryOf, type Components, type JsonSchema, matching } from './schema-arbitrary.ts';

/** A request with placeholders: `ID<kind>` stands for an id of that kind. */
export interface PlannedRequest {
  /** By the name of the parameter, encoded for the path. */
  params: Record<string, string>;
  query: [name: string, value: string][];
  /** Undefined sends no body. A Buffer is sent as it is. */
  body: unknown;
  headers: Record<string, string>;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, unknown>;
}

/** Returns every operation of a document by operationId. */
export function operationsOf(document: OpenApiDocument): Map<string, Operation> {
  const all = Object.values(document.paths).flatMap((item) => Object.values(item) as Operation[]);
  return new Map(all.map((operation) => [operation.operationId, operation]));
}

const wrongIds = [
  ...['x', '%00', '%2F', '..%2f..%2fetc', '%', '%ff', '%ed%a0%80', '%F0%9F%99%82', ';a=b', '__proto__'],
  ...[
    'constructor',
    "'%20or%201=1--",
    '%20',
    '+',
    '*',
    ':id',
    '%25',
    'a'.repeat(513),
    'a'.repeat(512),
    '%E2%80%AE',
  ],
];

/** Providers whose lists are Parley's own, and which have no trial: no request leaves the machine. */
const quietProviders = fc.constantFrom('gladia', 'speechmatics', 'scripted', 'pocketsphinx');

/** An existing id, an unknown id, or another text, encoded for the path. */
function pathValue(name: string): fc.Arbitrary<string> {
  const plausibleOne = name === 'provider' ? quietProviders : plausible[name];
  const written = (plausibleOne ?? idOf(name)).map((value) => encodeURIComponent(String(value)));
  const wellFormed = matching('^[0-9a-hjkmnp-tv-z]{26}$').map(
    (tail) => `${name.replace(/Id$/, '').toLowerCase()}_${tail}`,
  );
  return fc.oneof(
    { weight: 6, arbitrary: idOf(name).map((id) => encodeURIComponent(id)) },
    { weight: 2, arbitrary: written },
    { weight: 1, arbitrary: wellFormed },
    { weight: 2, arbitrary: fc.constantFrom(...wrongIds) },
  );
}

function queryOf(operation: Operation, components: Components): fc.Arbitrary<[string, string][]> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const known = parameters.map(({ name, schema }) =>
    fc
      .oneof(
        { weight: 3, arbitrary: arbitraryOf(schema, components, name) },
        { weight: 1, arbitrary: hostileValue },
      )
      .map((value): [string, string] => [name, text(value)]),
  );
  const unknown = fc.constantFrom<[string, string]>(
    ['x', '1'],
    ['__proto__', '1'],
    ['constructor', ''],
    ['', ''],
  );
  const given =
    known.length === 0 ? fc.constant<[string, string][]>([]) : fc.array(fc.oneof(...known), { maxLength: 3 });
  // Most operations refuse it.
  const withUnknown = fc.tuple(given, unknown).map(([all, one]) => [...all, one]);
  return fc.oneof({ weight: 12, arbitrary: given }, { weight: 1, arbitrary: withUnknown });
}

function text(value: unknown): string {
  const written = typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
  return written.slice(0, 2000).toWellFormed();
}

const contentTypes = [
  ...['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"'],
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    ';',
    'application/',
    '',
  ],
  ...['application/cloudevents+json', 'multipart/form-data; boundary=x', `application/${'x'.repeat(5000)}`],
];

/** Headers that have a meaning here, or would have one in a careless server. */
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  fc.constantFrom('a', 'b', 'x'.repeat(255)).map((key) => ({ 'idempotency-key': key })),
  fc.constantFrom('', ' ', 'a b', 'x'.repeat(256), 'ü', '\t').map((key) => ({ 'idempotency-key': key })),
  fc.constantFrom(...contentTypes).map((type) => ({ 'content-type': type })),
  fc.constantFrom('a', 'req_1', '"><script>', 'x'.repeat(4000)).map((id) => ({ 'x-request-id': id })),
  fc
    .constantFrom('evil.example', 'a/b', 'a b', '[::1]:80', 'a@b', 'a?b', '', 'a:99999999', '"')
    .map((host) => ({ host })),
  fc.constantFrom(
    { 'x-forwarded-host': 'evil' },
    { 'x-http-method-override': 'DELETE' },
    { expect: '100-continue' },
  ),
);

/** A CSV body. */
export class CsvText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A WAV body. */
export class WavFile {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A file of any kind. */
export class AnyFile {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

const anyFile = fc
  .oneof(
    fc.constantFrom('# Title\n\nWords.', '<h1>Title</h1><p>Words.</p>', 'a,b\n1,2\n').map(Buffer.from),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  )
  .map((bytes) => new AnyFile(bytes));

/** The file with some bytes replaced. */
const wavBody = fc.tuple(fc.uint8Array({ maxLength: 60 }), fc.nat(60)).map(([bytes, at]) => {
  const file = Buffer.from(soundFile);
  file.set(bytes, at);
  return new WavFile(file);
});

const cell = fc.oneof(
  { weight: 4, arbitrary: plausible.phoneNumber!.map(String) },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.constantFrom('"a ""b"", c"', '"a\nb"', '"', '"a"b', '', 'ID<scheduleId>', '=1+1'),
  },
);
const headerLine = fc.constantFrom(
  ...[
    'phoneNumber,scheduleId,phoneNumberId',
    'phoneNumber',
    'phoneNumber,phoneNumber',
    'phoneNumber;name',
    '',
  ],
  ...['\ufeffphoneNumber\tconstructor\t__proto__', 'name', '"phoneNumber","a b"', 'phoneNumber,,toString'],
);

/** Valid rows, invalid rows, and texts that are no table. */
const csvBody = fc
  .tuple(
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('phoneNumber,scheduleId,phoneNumberId') },
      { weight: 1, arbitrary: fc.constant('term,replacement') },
      { weight: 1, arbitrary: headerLine },
    ),
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: cell.map((number) => `${number},ID<scheduleId>,ID<phoneNumberId>`) },
        { weight: 1, arbitrary: fc.constantFrom('Kowalczyk,ko val chick', 'Xerox,zee-rocks') },
        { weight: 1, arbitrary: fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(',')) },
      ),
      { maxLength: 5 },
    ),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([header, rows, end]) => new CsvText([header, ...rows].join(end)));

function bodyOf(operation: Operation, components: Components): fc.Arbitrary<unknown> {
  if (operation.requestBody?.content['text/csv']) {
    return fc.oneof({ weight: 8, arbitrary: csvBody }, { weight: 1, arbitrary: hostileValue });
  }
  if (operation.requestBody?.content['application/octet-stream']) {
    return fc.oneof({ weight: 8, arbitrary: anyFile }, { weight: 1, arbitrary: hostileValue });
  }
  if (operation.requestBody?.content['audio/wav']) {
    const whole = fc.constant(new WavFile(soundFile));
    return fc.oneof(
      { weight: 4, arbitrary: whole },
      { weight: 4, arbitrary: wavBody },
      { weight: 1, arbitrary: hostileValue },
    );
  }
  const schema = operation.requestBody?.content['application/json']?.schema;
  const garbage = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
  if (!schema) {
    return fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: hostileValue });
  }
  const valid = arbitraryOf(schema, components);
  const wrong = fc
    .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([body, mutations]) => mutations.reduce<unknown>((so, next: Mutation) => mutated(so, next), body));
  return fc.oneof(
    { weight: 14, arbitrary: valid },
    { weight: 10, arbitrary: wrong },
    { weight: 1, arbitrary: hostileValue },
    { weight: 1, arbitrary: garbage },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Returns valid, nearly valid and hostile requests to one operation. */
export function requestsTo(operation: Operation, components: Components): fc.Arbitrary<PlannedRequest> {
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return fc.record({
    params: fc.record(Object.fromEntries(names.map((name) => [name, pathValue(name)]))) as fc.Arbitrary<
      Record<string, string>
    >,
    query: queryOf(operation, components),
    body: bodyOf(operation, components),
    headers,
  });
}

/**
 * Returns whether the requests to an operation may name a kind of id, or it creates one: by the names in its parameters
 * and its body, such as `fallbackTrunkIds` for `trunkId`. The first field of an answer is its own id.
 */
export function namesKind(operation: Operation, components: Components): (kind: string) => boolean {
  const { parameters, requestBody, responses } = operation;
  const { 200: ok, 201: created = ok, 202: accepted = created } = responses as Record<string, unknown>;
  const own = Object.keys(propertiesOf(accepted, components))[0] ?? '';
  const names = new Set([own, ...parameters.map(({ name }) => name), ...fieldsOf(requestBody, components)]);
  // Rows of files name a schedule and a number.
  if (requestBody?.content['text/csv']) for (const name of ['scheduleId', 'phoneNumberId']) names.add(name);
  const written = [...names].map((name) => name.toLowerCase());
  return (kind) => written.some((name) => name.includes(kind.toLowerCase()));
}

function propertiesOf(response: unknown, components: Components): JsonSchema {
  const { content } = (response ?? {}) as { content?: Record<string, { schema: JsonSchema }> };
  const schema = content?.['application/json']?.schema ?? {};
  const { $ref } = schema as { $ref?: string };
  const found = $ref === undefined ? schema : components[$ref.split('/').at(-1)!]!;
  return (found.properties ?? {}) as JsonSchema;
}

/** Returns the names of all fields in a part of the document, with the schemas that it refers to. */
function fieldsOf(part: unknown, components: Components): Set<string> {
  const names = new Set<string>();
  const followed = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      names.add(name);
      if (name !== '$ref' || typeof inner !== 'string') walk(inner);
      else if (!followed.has(inner)) {
        followed.add(inner);
        walk(components[inner.split('/').at(-1)!]);
      }
    }
  };
  walk(part);
  return names;
}
