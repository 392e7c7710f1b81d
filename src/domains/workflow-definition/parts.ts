import { z } from 'zod';
import { expressionCharactersMax } from '../../platform/expressions/index.ts';
import { CheckedJsonSchema } from '../agents/index.ts';
import { waitSecondsMax } from './bounds.ts';

/** A step's id, used as `steps.<id>` in expressions. */
const StepId = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, {
    error: 'must be letters, digits and _, not starting with a digit, at most 64',
  })
  .refine((id) => !id.startsWith('__'), { error: 'must not begin with __' })
  .describe('Unique within the definition; expressions use `steps.<id>`');

/** The name of a variable of the run or of a loop. */
export const VariableName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, {
  error: 'must be letters, digits and _, starting with a letter, at most 64',
});

export const ExpressionText = z
  .string()
  .min(1)
  .max(expressionCharactersMax)
  .describe('An expression in CEL, such as `input.amount > 100`');

const templateText = 'with `{{ expressions }}`';

/** A text that is filled when the step begins. */
export const TextTemplate = z.string().max(32_768).describe(`A text ${templateText}`);

/** Any JSON. Its texts are filled, and a text that is a single expression becomes its value. */
export const ValueTemplate = z.unknown().describe(`Any JSON, its texts ${templateText}`);
export const ObjectTemplate = z
  .record(z.string(), z.unknown())
  .describe(`An object, the texts in it ${templateText}`);

/** Seconds as a number, or as a template that yields one. */
export const SecondsTemplate = z.union(
  [z.number().min(0).max(waitSecondsMax), z.string().min(1).max(expressionCharactersMax)],
  { error: `must be a number from 0 to ${waitSecondsMax}, or a template that yields one` },
);

/** How long a run waits for something outside it. */
export const TimeoutSeconds = z.int().min(1).max(waitSecondsMax);

export const ResponseSchema = CheckedJsonSchema.nullable().describe(
  'A JSON Schema for the response; a response that does not match fails the step',
);

/** A reference to an organization's secret by name. Its value is inserted only into the request that is sent. */
export const SecretReference = z.strictObject({ secret: z.string().min(1).max(64) });
export type SecretReference = z.output<typeof SecretReference>;

/** Returns whether a part of a template is a reference to a secret. */
export function isSecretReference(value: unknown): value is SecretReference {
  return SecretReference.safeParse(value).success;
}

const onError = z
  .enum(['fail', 'continue'])
  .default('fail')
  .describe('What happens when the step fails: the run fails, or continues with `steps.<id>.error`');

/** The fields of every step. */
export function step<Type extends string>(type: Type) {
  return {
    id: StepId,
    type: z.literal(type),
    name: z.string().max(100).optional().describe('For people'),
  };
}

/** The fields of every step that depends on something outside the run. */
export function fallibleStep<Type extends string>(type: Type) {
  return { ...step(type), onError };
}
