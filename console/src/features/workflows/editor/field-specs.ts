import { isObject } from '../definition/tree.ts';

/** One field of a step, as a form asks for it. */
export interface FieldSpec {
  name: string;
  kind: 'text' | 'number' | 'switch' | 'choice' | 'json';
  description: string;
  isRequired: boolean;
  /** What counts where the field is left out, as a text; empty: nothing does. */
  fallback: string;
  options: string[];
}

/** What the graph shows, or the panel asks for by itself. */
const elsewhere = new Set(['type', 'then', 'else', 'steps', 'default', 'cases', 'branches']);
/** What is seldom changed stands last. */
const seldom = ['onError', 'timeoutMs', 'timeoutSeconds', 'retries', 'responseSchema', 'maxIterations'];

/** The fields of a type of steps, as the JSON Schema of definitions has them; none for what is no type. */
export function fieldSpecs(schema: unknown, type: string): FieldSpec[] {
  const step = stepSchema(schema, type);
  if (!step) return [];
  const required = Array.isArray(step.required) ? step.required : [];
  const properties = isObject(step.properties) ? Object.entries(step.properties) : [];
  const specs = properties.flatMap(([name, property]) =>
    elsewhere.has(name) || !isObject(property) ? [] : [specOf(name, property, required.includes(name))],
  );
  return specs.toSorted((one, other) => seldom.indexOf(one.name) - seldom.indexOf(other.name));
}

function stepSchema(schema: unknown, type: string): Record<string, unknown> | null {
  const definitions = isObject(schema) && isObject(schema.$defs) ? schema.$defs : {};
  const step = isObject(definitions.WorkflowStep) ? definitions.WorkflowStep : {};
  const types = Array.isArray(step.oneOf) ? step.oneOf.filter(isObject) : [];
  const isType = ({ properties }: Record<string, unknown>) =>
    isObject(properties) && isObject(properties.type) && properties.type.const === type;
  return types.find(isType) ?? null;
}

function specOf(name: string, property: Record<string, unknown>, isRequired: boolean): FieldSpec {
  const { description, default: fallback } = property;
  return {
    ...{ name, kind: kindOf(property), isRequired },
    description: typeof description === 'string' ? description.replaceAll('`', '') : '',
    fallback: fallback === undefined || fallback === null ? '' : textOf(fallback),
    options: Array.isArray(property.enum) ? property.enum.map(String) : [],
  };
}

function kindOf({ type, enum: options }: Record<string, unknown>): FieldSpec['kind'] {
  if (Array.isArray(options)) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'text' : 'json';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
