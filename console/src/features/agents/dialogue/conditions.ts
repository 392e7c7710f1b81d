import { isObject, isSame, readLiteral } from '../../json-text/index.ts';

/** The tests of a branch and their labels. */
export const tests = {
  is: 'is',
  in: 'is one of',
  over: 'is over',
  under: 'is under',
  known: 'is known',
  unknown: 'is not known',
} as const;

/** A condition on one slot or variable, with the value as it is typed. */
export interface Test {
  name: string;
  kind: keyof typeof tests;
  value: string;
}

/** Returns a condition as the form shows it, or null when it has several parts. */
export function readTest(condition: unknown): Test | null {
  if (!isObject(condition) || typeof condition.name !== 'string') return null;
  const { name, exists } = condition;
  const test = (kind: Test['kind'], value = ''): Test | null => {
    const read: Test = { name, kind, value };
    return isSame(writeTest(read), condition) ? read : null;
  };
  if (exists !== undefined) return test(exists === true ? 'known' : 'unknown');
  if (Array.isArray(condition.in)) return test('in', condition.in.map(textOf).join(', '));
  for (const kind of ['is', 'over', 'under'] as const)
    if (condition[kind] !== undefined) return test(kind, textOf(condition[kind]));
  return null;
}

/** Returns the condition of a test. */
export function writeTest({ name, kind, value }: Test): Record<string, unknown> {
  if (kind === 'known' || kind === 'unknown') return { name, exists: kind === 'known' };
  if (kind === 'in') return { name, in: value.split(/\s*,\s*/).map(readLiteral) };
  if (kind === 'is') return { name, is: readLiteral(value) };
  return { name, [kind]: Number(value) || 0 };
}

/** How the parts of a condition are joined, with their labels. */
export const joints = {
  all: 'All of these hold',
  any: 'One of these holds',
  not: 'This does not hold',
} as const;
export type Joint = keyof typeof joints;

/** A condition of several parts, each a condition itself. */
export interface Parts {
  joint: Joint;
  parts: readonly unknown[];
}

/** Returns a condition as parts, or null when it is one test, or has a part that the form cannot show. */
export function readParts(condition: unknown): Parts | null {
  if (!isObject(condition)) return null;
  const { all, any, not, name, ...asked } = condition;
  if (Array.isArray(all)) return { joint: 'all', parts: all };
  if (Array.isArray(any)) return { joint: 'any', parts: any };
  if (isObject(not)) return { joint: 'not', parts: [not] };
  // Several comparisons of one name must all hold.
  const parts = Object.entries(asked).map(([kind, value]) => ({ name, [kind]: value }));
  return parts.length > 1 && parts.every((part) => readTest(part)) ? { joint: 'all', parts } : null;
}

/** Returns the condition of parts. Of one part it is that part. */
export function writeParts({ joint, parts }: Parts): unknown {
  const [first, ...others] = parts;
  if (joint === 'not') return { not: others.length === 0 ? first : { all: parts } };
  return others.length === 0 ? first : { [joint]: parts };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
