import { flowView } from '../flow-stages/index.ts';

/** The beginning of a test, as a form holds it. */
export interface FlowStartDraft {
  /** Empty, or a stage that the flow has no more, for the beginning of the flow. */
  stage: string;
  /** The texts of the variables by name. Empty ones are not known. */
  texts: Readonly<Record<string, string>>;
}

type Schema = Readonly<Record<string, unknown>>;

/** A field for a variable. `choice` has the values that the schema allows. */
export interface VariableField {
  name: string;
  kind: 'text' | 'integer' | 'number' | 'date' | 'choice';
  choices: { value: string; label: string; means: unknown }[];
  description: string;
  min: number | undefined;
  max: number | undefined;
}

/** The fields of a stage: for variables that the stages before find out, and for the others. */
export interface StartFields {
  likely: VariableField[];
  others: VariableField[];
}

/** Returns the fields for the variables of a flow. Variables without a plain value, such as lists, have none. */
export function startFields(flow: unknown, stage: string): StartFields {
  const before = knownBefore(flow, stage);
  const fields = Object.entries(variablesOf(flow)).flatMap(([name, schema]) => fieldOf(name, schema) ?? []);
  return {
    likely: fields.filter(({ name }) => before.has(name)),
    others: fields.filter(({ name }) => !before.has(name)),
  };
}

/** Returns what a test begins with; null for the beginning of the flow. */
export function flowStartOf(
  flow: unknown,
  { stage, texts }: FlowStartDraft,
): { stage: string; variables: Record<string, unknown> } | null {
  if (!flowView(flow).stages.some(({ name }) => name === stage)) return null;
  const { likely, others } = startFields(flow, stage);
  const given = [...likely, ...others].flatMap((field): [string, unknown][] => {
    const text = texts[field.name]?.trim() ?? '';
    return text === '' ? [] : [[field.name, meantBy(field, text)]];
  });
  return { stage, variables: Object.fromEntries(given) };
}

function meantBy({ kind, choices }: VariableField, text: string): unknown {
  if (kind === 'choice') return choices.find(({ value }) => value === text)?.means;
  return kind === 'integer' || kind === 'number' ? Number(text) : text;
}

/** Returns the variables that can be known on entry: found out in stages that lead here. */
function knownBefore(flow: unknown, stage: string): Set<string> {
  const { stages } = flowView(flow);
  const isGlobal = stages.some(({ name, global }) => name === stage && global !== null);
  const before = new Set<string>();
  const open = isGlobal ? stages.map(({ name }) => name) : [stage];
  for (const to of open) {
    for (const { name, ways } of stages) {
      if (before.has(name) || !ways.some((way) => way.to === to)) continue;
      before.add(name);
      open.push(name);
    }
  }
  const found = stages.filter(({ name }) => before.has(name));
  return new Set(found.flatMap(({ collects, dialogue }) => [...collects, ...slotsOf(dialogue)]));
}

function slotsOf(dialogue: Schema | null): string[] {
  const slots = dialogue?.slots;
  return typeof slots === 'object' && slots !== null ? Object.keys(slots) : [];
}

function variablesOf(flow: unknown): Record<string, Schema> {
  const { variables } = (flow ?? {}) as { variables?: { properties?: Record<string, Schema> } };
  return variables?.properties ?? {};
}

function fieldOf(name: string, schema: Schema): VariableField | null {
  const { description, enum: allowed, format, minimum, maximum } = schema;
  const types = [schema.type ?? 'string'].flat().filter((type) => type !== 'null');
  const type = types.length === 1 ? types[0] : 'string';
  const about = {
    name,
    choices: [],
    description: typeof description === 'string' ? description : '',
    min: typeof minimum === 'number' ? minimum : undefined,
    max: typeof maximum === 'number' ? maximum : undefined,
  };
  if (Array.isArray(allowed)) return { ...about, kind: 'choice', choices: choicesOf(allowed) };
  if (type === 'boolean') return { ...about, kind: 'choice', choices: choicesOf([true, false]) };
  if (type === 'integer' || type === 'number') return { ...about, kind: type };
  if (type !== 'string') return null;
  return { ...about, kind: format === 'date' ? 'date' : 'text' };
}

function choicesOf(allowed: readonly unknown[]): VariableField['choices'] {
  const plain = allowed.filter((one) => typeof one !== 'object');
  return plain.map((means) => {
    const label = typeof means === 'boolean' ? (means ? 'yes' : 'no') : String(means);
    return { value: String(means), label, means };
  });
}
