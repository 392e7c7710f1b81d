import {
  type Environment,
  EvaluationError,
  ParseError,
  TypeError as TypeProblem,
} from '@marcbachmann/cel-js';
import { nestingMax } from '../kernel/index.ts';
import { expressionCharactersMax, textCharactersMax, valueNodesMax } from './bounds.ts';
import { celEnvironment } from './cel-environment.ts';
import { lookAnew } from './look.ts';
import { guardAnew, guarded, unguarded } from './own-fields.ts';
import { type References, rewrite, weightOf } from './rewrite.ts';
import { allowItems, ExpressionError, spend } from './work.ts';

/** The values available to an expression by name. `steps` inherits only from other steps. */
export type Scope = Readonly<Record<string, unknown>>;

/** A compiled CEL expression. */
export interface Expression {
  references: References;
  /** Returns a JSON value. Throws an ExpressionError. */
  evaluate(scope: Scope): unknown;
}

let environment: Environment | null = null;
const compiled = new Map<string, Expression>();
const compiledMax = 2_000;

/** Compiles an expression, or returns it from the cache. Throws an ExpressionError for an invalid one. */
export function compileExpression(text: string): Expression {
  const known = compiled.get(text);
  if (known) return known;
  const expression = compile(text);
  const [oldest] = compiled.keys();
  if (compiled.size >= compiledMax && oldest !== undefined) compiled.delete(oldest);
  compiled.set(text, expression);
  return expression;
}

function compile(text: string): Expression {
  if (text.length > expressionCharactersMax) {
    throw new ExpressionError(`has more than ${expressionCharactersMax} characters`);
  }
  if (text.trim() === '') throw new ExpressionError('is empty');
  environment ??= celEnvironment();
  const references: References = { steps: new Set(), names: new Set(), fields: new Set() };
  const run = withMessages(() => {
    const guarded = environment!.parse(rewrite(environment!.parse(text).ast, references));
    const { error } = guarded.check();
    if (error) throw error;
    return guarded;
  });
  return {
    references,
    evaluate: (scope) =>
      withMessages(() => {
        allowItems();
        // Variables are added during the run.
        lookAnew(scope.vars);
        guardAnew(scope.vars);
        spend(weightOf(text));
        return jsonOf(run(guardedScope(scope)), { left: valueNodesMax }, 0);
      }),
  };
}

/** Converts errors of the CEL library into messages without internal function names. */
function withMessages<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    const isOfCel =
      error instanceof ParseError || error instanceof EvaluationError || error instanceof TypeProblem;
    if (isOfCel && error.cause instanceof ExpressionError) throw error.cause;
    if (isOfCel) throw new ExpressionError(error.summary.replaceAll(/dyn<([^<>]*)>/g, '$1').slice(0, 300));
    if (error instanceof RangeError) throw new ExpressionError('produces more than fits in memory');
    throw error;
  }
}

/** Copies the scope without a prototype, whose fields would be names that an expression could use. */
function guardedScope(scope: Scope): Scope {
  const names: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(scope)) names[name] = guarded(value);
  return names;
}

/** The cost of a result node, in elements. */
const nodeItems = 0.25;

/** Converts a CEL value to JSON: times in RFC 3339, durations in seconds. */
function jsonOf(shown: unknown, nodes: { left: number }, depth: number): unknown {
  const value = unguarded(shown);
  spend(nodeItems);
  if (depth > nestingMax) throw new ExpressionError(`produces a value nested more than ${nestingMax} deep`);
  if (--nodes.left < 0) throw new ExpressionError(`produces more than ${valueNodesMax} values`);
  if (typeof value === 'string') {
    spend(value.length / 64);
    if (value.length <= textCharactersMax) return value;
    throw new ExpressionError(`produces a text of more than ${textCharactersMax} characters`);
  }
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean' || value === null || value === undefined) return value ?? null;
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, nodes, depth + 1));
  if (value instanceof Date) return value.toISOString();
  if (Object.getPrototypeOf(value) !== Object.prototype) return Number(value.valueOf()) / 1000;
  const entries = Object.entries(value);
  spend(entries.length);
  return Object.fromEntries(entries.map(([key, inner]) => [key, jsonOf(inner, nodes, depth + 1)]));
}
