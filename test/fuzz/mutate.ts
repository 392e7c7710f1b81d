import fc from 'fast-check';
import { rawValues, toText } from './raw-json.ts';

/** A mutation of a body: the position (an index into its positions, modulo their number) and the change. */
export interface Mutation {
  at: number;
  kind: 'replace' | 'remove' | 'add' | 'wrap' | 'repeat';
  value: unknown;
  key: string;
}

const keys = [
  'extra',
  '',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'a.b',
  'k: v',
  '\n',
  'k'.repeat(5000),
];

/** Values that no operation expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...rawValues) },
  fc.constantFrom<unknown>(null, true, false, 0, -1, 0.5, '', ' ', [], {}, [[]], [null], { length: 1 }),
  fc.constantFrom(2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 2 ** 63, 1e308, 5e-324, 253_402_300_799_999),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    'x'.repeat(100_001),
    '🙂'.repeat(1000),
    '\u202e',
    "'; drop table calls; --",
  ),
  fc.constantFrom('2026-02-30T00:00:00Z', '{{', '../../etc/passwd', '%00', 'null', 'NaN', '\\', '"'),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.anything({ maxDepth: 2, withNullPrototype: true }).map((value) => tame(value)),
);

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(40),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap', 'repeat'),
  value: hostileValue,
  key: fc.constantFrom(...keys),
});

type Container = Record<string, unknown> | unknown[];
interface Place {
  container: Container;
  key: string;
}

/** Returns a mutated copy of the body. */
export function mutated(body: unknown, { at, kind, value, key }: Mutation): unknown {
  const root = { body: structuredClone(body) };
  const places = placesIn(root);
  const place = places[at % places.length]!;
  const container = place.container as Record<string, unknown>;
  const present = container[place.key];
  if (kind === 'replace') container[place.key] = value;
  else if (kind === 'wrap') container[place.key] = [present];
  else if (kind === 'repeat') {
    // Each copy is separate, so that a later mutation of one does not change all.
    container[place.key] = Array.from({ length: repetitions(present) }, () => structuredClone(present));
  } else if (kind === 'remove') delete container[place.key];
  else if (typeof present === 'object' && present !== null) define(present, key, value);
  else define(root, 'body', { [key]: value });
  return root.body;
}

/** Limits how often a value is repeated. Mutations of one body multiply, and a few megabytes exceed every limit. */
function repetitions(value: unknown): number {
  const length = toText(value)?.length ?? 1;
  return Math.min(300, Math.ceil(3_000_000 / length));
}

function define(target: object, key: string, value: unknown): void {
  // A plain assignment would set the prototype.
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(container: Container): Place[] {
  return Object.entries(container).flatMap(([key, value]) => [
    { container, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value as Container) : []),
  ]);
}

/** Replaces values that JSON.stringify or structuredClone cannot handle. */
function tame(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    return null;
  }
}
