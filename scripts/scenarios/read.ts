import { readFile } from 'node:fs/promises';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { type Scenario, ScenarioDocument, type Step, steps } from '../../src/domains/scenarios/index.ts';

/** A problem in a file, with its position: `line` and `column` from 1. */
export interface Problem {
  line: number;
  column: number;
  /** A dotted path; empty for the file as a whole. */
  field: string;
  message: string;
}

/** A file that is no valid scenario. The message names the file, and line and field of every problem. */
export class ScenarioError extends Error {
  readonly problems: readonly Problem[];

  constructor(path: string, problems: readonly Problem[]) {
    const lines = problems.map(({ line, column, field, message }) =>
      [`${path}:${line}:${column}`, ...(field === '' ? [] : [field]), message].join(': '),
    );
    super(lines.join('\n'));
    this.problems = problems;
  }
}

/** Reads a scenario from a file. Rejects with a ScenarioError, or when the file does not exist. */
export async function readScenario(path: string): Promise<Scenario> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `${path}: there is no such file` : `${path}: ${error.message}`);
  });
  return parseScenario(text, path);
}

/** Parses a scenario from YAML, of which JSON is a part. Throws a ScenarioError that names `path`. */
export function parseScenario(text: string, path: string): Scenario {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const at = (offset: number) => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col };
  };
  const malformed = document.errors.map(({ pos, message }) => ({
    ...at(pos[0]),
    field: '',
    message: message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, ''),
  }));
  if (malformed.length > 0) throw new ScenarioError(path, malformed);
  const value: unknown = document.toJS();
  const { success, data, error } = ScenarioDocument.safeParse(value);
  if (success) return data;
  const problems = error.issues.flatMap((issue) => problemsOf(issue, value));
  throw new ScenarioError(
    path,
    problems.map(({ path: field, message }) => ({
      ...at(offsetOf(document, field)),
      field: field.join('.'),
      message,
    })),
  );
}

type Path = readonly PropertyKey[];
type Found = { path: Path; message: string };

/** Returns the problems of an issue in words. A step is judged by the kind that its key names. */
function problemsOf(issue: z.core.$ZodIssue, value: unknown): Found[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not known' }));
  }
  if (issue.code !== 'invalid_union') return [{ path, message: issue.message }];
  const given = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)?.[key], value);
  if (path.length === 2 && path[0] === 'steps') return stepProblems(path, given);
  const within = issue.errors.flat().filter((inner) => inner.path.length > 0);
  if (within.length === 0) {
    const message = issue.errors.flat().map((inner) => inner.message);
    return [{ path, message: [...new Set(message)].join(', or ') || issue.message }];
  }
  return within.flatMap((inner) => problemsOf({ ...inner, path: [...path, ...inner.path] }, value));
}

function stepProblems(path: Path, given: unknown): Found[] {
  const names = Object.keys(steps);
  const keys = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  const name = keys.find((key): key is keyof typeof steps => names.includes(key));
  if (name === undefined) {
    const message = `must be one of ${names.join(', ')}`;
    return [{ path: keys[0] === undefined ? path : [...path, keys[0]], message }];
  }
  const { error } = (steps[name] as z.ZodType<Step>).safeParse(given);
  return (error?.issues ?? []).flatMap((issue) =>
    problemsOf({ ...issue, path: [...path, ...issue.path] }, atPath(path, given)),
  );
}

/** Returns a value with `given` at a path. */
function atPath(path: Path, given: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), given);
}

/** Returns the offset of the field, or of the longest existing part of its path. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
