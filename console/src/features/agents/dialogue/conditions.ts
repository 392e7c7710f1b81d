import { isObject, isSame } from '../../json-text/index.ts';
import { readLiteral } from './literal.ts';

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

/** Returns a condition as the form shows it, or null when it has more than one test. */
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
