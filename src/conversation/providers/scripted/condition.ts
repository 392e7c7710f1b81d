import { z } from 'zod';
import { wholeName } from './names.ts';

const Scalar = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/** A test of a slot or variable; all given comparisons must hold. */
const Question = z
  .strictObject({
    name: z.string().regex(wholeName, { error: 'is not the name of a slot or variable' }),
    is: Scalar.optional(),
    in: z.array(Scalar).min(1).max(200).optional(),
    over: z.number().optional(),
    under: z.number().optional(),
    exists: z.boolean().optional(),
  })
  .refine((question) => Object.keys(question).length > 1, {
    error: 'must ask something: is, in, over, under or exists',
  });
type Question = z.output<typeof Question>;

/** The condition of a branch: tests, joined by `all`, `any` and `not`. */
export type Condition = Question | { all: Condition[] } | { any: Condition[] } | { not: Condition };

export const Condition: z.ZodType<Condition> = z
  .lazy(() =>
    z.union([
      Question,
      z.strictObject({ all: z.array(Condition).min(1).max(20) }),
      z.strictObject({ any: z.array(Condition).min(1).max(20) }),
      z.strictObject({ not: Condition }),
    ]),
  )
  .meta({ id: 'DialogueCondition' });

/** Returns whether a condition holds. Texts compare case-insensitively; numeric texts compare as numbers. */
export function holds(condition: Condition, lookUp: (name: string) => unknown): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, lookUp));
  if ('any' in condition) return condition.any.some((one) => holds(one, lookUp));
  if ('not' in condition) return !holds(condition.not, lookUp);
  const value = lookUp(condition.name) ?? null;
  const { is, over, under, exists } = condition;
  if (is !== undefined && !same(value, is)) return false;
  if (condition.in && !condition.in.some((one) => same(value, one))) return false;
  if (over !== undefined && !(numberOf(value) > over)) return false;
  if (under !== undefined && !(numberOf(value) < under)) return false;
  return exists === undefined || exists === (value !== null && value !== '');
}

function same(value: unknown, other: unknown): boolean {
  if (value === null || other === null) return value === other;
  return String(value).toLowerCase() === String(other).toLowerCase();
}

/** Returns NaN for a value that is not a number, so that no comparison holds. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
