import { isObject } from '../../json-text/index.ts';

/** A field of a step's form. */
export interface FieldSpec {
  name: string;
  kind: 'text' | 'number' | 'switch' | 'choice' | 'json';
  description: string;
  isRequired: boolean;
  /** The value that applies when the field is empty, as text. Empty when there is none. */
  fallback: string;
  options: string[];
}

/** Fields that the graph or the panel shows in another place. */
const elsewhere = new Set(['type', 'then', 'else', 'steps', 'default', 'cases', 'branches']);
/** Rarely changed fields come last. */
const rarelyChanged = [
  'onError',
  'timeoutMs',
  'timeoutSeconds',
  'retries',
  'responseSchema',
  'maxIterations',
];

/** Returns the fields of a step type by the JSON Schema of definitions. Empty for an unknown type. */
export function fieldSpecs(schema: unknown, type: string): FieldSpec[] {
  const step = stepSchema(schema, type);
  if (!step) return [];
  const required = Array.isArray(step.required) ? step.required : [];
  const properties = isObject(step.properties) ? Object.entries(step.properties) : [];
  const specs = properties.flatMap(([name, property]) =>
    elsewhere.has(name) || !isObject(property) ? [] : [specOf(name, property, required.includes(name))],
  );
  return specs.toSorted((one, other) => rarelyChanged.indexOf(one.name) - rarelyChanged.indexOf(other.name));
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
    name,
    kind: kindOf(property),
    isRequired,
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
