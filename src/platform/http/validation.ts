import type { z } from 'zod';
import { type FieldError, failingFieldsMax, invalid } from '../kernel/index.ts';

/** Returns the value as the schema parses it. Throws a 400 that names every failing field by its dotted path. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  root: string,
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(inputProblems(result.error, root));
}

/** Returns the failing fields of a value that a schema refused (parsed with `reportInput`), 100 at most. */
export function inputProblems(error: z.ZodError, root: string): FieldError[] {
  const issues = withoutOtherLimits(error.issues).slice(0, failingFieldsMax);
  return issues.flatMap((issue) => fieldErrors(issue, root));
}

/** An integer that a number cannot hold exactly is reported by the field's own limit, when it has one. */
function withoutOtherLimits(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const isOfNumbers = (issue: z.core.$ZodIssue) => 'note' in issue && issue.note !== undefined;
  const limited = new Set(issues.filter((it) => !isOfNumbers(it)).map(({ path }) => path.join('.')));
  return issues.filter((it) => !isOfNumbers(it) || !limited.has(it.path.join('.')));
}

/** Returns errors that name the field. */
function fieldErrors(issue: z.core.$ZodIssue, root: string): FieldError[] {
  const field = issue.path.length === 0 ? root : issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const prefix = issue.path.length === 0 ? '' : `${field}.`;
    return issue.keys
      .slice(0, failingFieldsMax)
      .map((key) => ({ field: `${prefix}${key}`, message: 'is not a known field' }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The branch whose first failure lies deepest is the closest match, so its errors are reported.
    const depth = (issues: z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length), 0);
    const nearest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0]!;
    return nearest.flatMap((inner) =>
      fieldErrors({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue, root),
    );
  }
  if (issue.code === 'invalid_key') {
    return [{ field, message: issue.issues[0]?.message ?? 'is not a valid name' }];
  }
  // A parameter that is given twice arrives as an array.
  const repeated = root === 'query' && issue.code === 'invalid_type' && Array.isArray(issue.input);
  return [{ field, message: repeated ? 'must be given once' : wordsOf(issue) }];
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required';
    return `must be ${article(issue.expected)}`;
  }
  if (issue.code === 'invalid_value' && issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  // The schema has its own message.
  if (/^too_(?:small|big)$/.test(issue.code) && !/^Too (?:small|big)/.test(issue.message))
    return issue.message;
  if (issue.code === 'too_small') return sizeWords(issue.origin, 'at least', issue.minimum, issue.inclusive);
  if (issue.code === 'too_big') return sizeWords(issue.origin, 'at most', issue.maximum, issue.inclusive);
  if (/^Invalid discriminator/.test(issue.message) && 'options' in issue && Array.isArray(issue.options))
    return `must be one of ${issue.options.map(String).join(', ')}`;
  return issue.message
    .replace(/^Invalid/, 'is not a valid')
    .replace(/^is not a valid ([a-z-]+)$/i, 'is not a valid $1');
}

function sizeWords(origin: string, relation: string, size: number | bigint, inclusive = true): string {
  if (origin === 'string') return `must have ${relation} ${size} character${size === 1 ? '' : 's'}`;
  if (origin === 'array' || origin === 'set')
    return `must have ${relation} ${size} item${size === 1 ? '' : 's'}`;
  if (origin === 'object') return `must have ${relation} ${size} keys`;
  if (inclusive === false) return `must be ${relation === 'at least' ? 'more' : 'less'} than ${size}`;
  return `must be ${relation} ${size}`;
}

function article(expected: string): string {
  const words: Record<string, string> = {
    int: 'an integer',
    array: 'an array',
    object: 'an object',
    record: 'an object',
    number: 'a number',
    string: 'a string',
    boolean: 'true or false',
  };
  return words[expected] ?? `a ${expected}`;
}
