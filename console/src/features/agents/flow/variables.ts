import { isObject, isSame } from '../../json-text/index.ts';

/** The types of variables that the form offers. */
export const variableTypes = {
  text: 'Text',
  choice: 'One of',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
} as const;
export type VariableType = keyof typeof variableTypes;

/** A variable as the form shows it. Bounds are values of numbers, and lengths of texts. */
export interface Variable {
  type: VariableType;
  description: string;
  min: number | null;
  max: number | null;
  /** The values of `choice`. */
  options: string[];
}

export const newVariable: Variable = { type: 'text', description: '', min: null, max: null, options: [] };

/** Returns the limits of a type that was chosen. A choice needs values to be published. */
export function firstOf(type: VariableType): Omit<Variable, 'description'> {
  return { type, min: null, max: null, options: type === 'choice' ? ['first', 'second'] : [] };
}

/** Returns a variable from its JSON Schema, or null when the form cannot show the whole schema. */
export function readVariable(schema: unknown): Variable | null {
  if (!isObject(schema)) return null;
  const { description, enum: options } = schema;
  const type = typeOf(schema);
  const isText = type === 'text';
  const variable: Variable = {
    type,
    description: typeof description === 'string' ? description : '',
    min: numberOf(isText ? schema.minLength : schema.minimum),
    max: numberOf(isText ? schema.maxLength : schema.maximum),
    options: Array.isArray(options) ? options.map(String) : [],
  };
  return isSame(writeVariable(variable), schema) ? variable : null;
}

/** Returns the JSON Schema of a variable. */
export function writeVariable({ type, description, min, max, options }: Variable): Record<string, unknown> {
  const hasBounds = type === 'text' || type === 'integer' || type === 'number';
  const [least, most] = type === 'text' ? ['minLength', 'maxLength'] : ['minimum', 'maximum'];
  return {
    type: {
      text: 'string',
      choice: 'string',
      date: 'string',
      integer: 'integer',
      number: 'number',
      boolean: 'boolean',
    }[type],
    ...(type === 'date' && { format: 'date' }),
    ...(type === 'choice' && { enum: options }),
    ...(hasBounds && min !== null && { [least!]: min }),
    ...(hasBounds && max !== null && { [most!]: max }),
    ...(description !== '' && { description }),
  };
}

function typeOf({ type, format, enum: options }: Record<string, unknown>): VariableType {
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (options !== undefined) return 'choice';
  return format === 'date' ? 'date' : 'text';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
