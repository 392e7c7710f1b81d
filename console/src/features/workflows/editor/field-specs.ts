import { isObject } from '../../json-text/index.ts';

/**
 * How a field is edited. `value`: anything, with its type; `pairs`: names with values; `group`: an object with the fields
 * of `parts`; `schema`: a JSON Schema; `numberOrText`: a number, or an expression.
 */
type FieldKind =
  | 'text'
  | 'number'
  | 'switch'
  | 'choice'
  | 'value'
  | 'pairs'
  | 'group'
  | 'schema'
  | 'numberOrText';

/** A field of a step's form. */
export interface FieldSpec {
  name: string;
  kind: FieldKind;
  description: string;
  isRequired: boolean;
  /** The value that applies when the field is empty, as text. Empty when there is none. */
  fallback: string;
  options: string[];
  /** Whether the field may be null. */
  isNullable: boolean;
  /** The fields of a `group`. */
  parts: FieldSpec[];
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
  const specs = partsOf(step).filter(({ name }) => !elsewhere.has(name));
  return specs.toSorted((one, other) => rarelyChanged.indexOf(one.name) - rarelyChanged.indexOf(other.name));
}

function partsOf({ properties, required = [] }: Record<string, unknown>): FieldSpec[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) =>
    isObject(property) ? [specOf(name, property, needed.includes(name))] : [],
  );
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
  const variants = Array.isArray(property.anyOf) ? property.anyOf.filter(isObject) : [];
  const meant = variants.filter(({ type }) => type !== 'null');
  const own = meant.length === 1 ? meant[0]! : property;
  const kind = meant.length > 1 ? kindOfSeveral(meant) : kindOf(own);
  return {
    ...{ name, kind, isRequired },
    description: typeof description === 'string' ? description.replaceAll('`', '') : '',
    fallback: isShown(fallback) ? String(fallback) : '',
    options: Array.isArray(own.enum) ? own.enum.map(String) : [],
    isNullable: meant.length < variants.length,
    parts: kind === 'group' ? partsOf(own) : [],
  };
}

const isShown = (fallback: unknown) =>
  fallback !== undefined && fallback !== null && typeof fallback !== 'object';

function kindOf({
  type,
  enum: options,
  properties,
  additionalProperties,
}: Record<string, unknown>): FieldKind {
  if (Array.isArray(options)) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string') return 'text';
  if (type !== 'object') return 'value';
  if (isObject(properties)) return 'group';
  // A schema may say anything, and has no texts with expressions.
  return additionalProperties === true ? 'schema' : 'pairs';
}

function kindOfSeveral(variants: readonly Record<string, unknown>[]): FieldKind {
  const types = new Set(variants.map(({ type }) => type));
  const isNumber = types.has('number') || types.has('integer');
  return types.size === 2 && types.has('string') && isNumber ? 'numberOrText' : 'value';
}
