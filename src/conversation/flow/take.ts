import type { JsonSchema } from '../providers/interfaces/index.ts';
import { type Advance, entered, found } from './advance.ts';
import { mayGo } from './choices.ts';
import { type FlowPlay, type FlowState, schemaOf } from './flow.ts';
import type { FlowTag } from './tag.ts';

/**
 * Takes a tag of the model: its values, then its choice, then the conditions that hold. What is wrong with it is in
 * `problems` of the state, and changes nothing.
 */
export async function take(play: FlowPlay, state: FlowState, { go, values }: FlowTag): Promise<Advance> {
  const problems: string[] = [];
  const taken: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(values)) {
    const schema = schemaOf(play.flow, name);
    if (!schema) {
      problems.push(`there is no value ${name}`);
      continue;
    }
    const value = valueMeant(schema, text);
    const problem = await play.validate(schema, value);
    if (problem === null) taken[name] = value;
    else
      problems.push(
        `${name}="${text.slice(0, 200)}", ${problem.replace(/^the whole: /, '')}; ask the caller again`,
      );
  }
  const known = { ...state, problems: [] };
  const after = { ...known, variables: { ...known.variables, ...taken } };
  const reason = go === null || go === state.stage ? null : mayGo(play, after, go);
  if (go !== null && go !== state.stage && reason === null) {
    problems.push(`go="${go.slice(0, 64)}", which is not among the next stages, or not yet`);
  }
  const advanced = reason
    ? entered(play, known, go!, { ...reason, values: taken })
    : found(play, known, taken);
  return { ...advanced, state: { ...advanced.state, problems } };
}

/** Returns the value that a model means by a text, as the schema has it. */
export function valueMeant(schema: JsonSchema, text: string): unknown {
  const { type, enum: allowed } = schema;
  if (Array.isArray(allowed)) {
    const same = allowed.find((one) => String(one).toLowerCase() === text.toLowerCase());
    if (same !== undefined) return same;
  }
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('boolean') && /^(true|false|yes|no)$/i.test(text)) return /^(true|yes)$/i.test(text);
  const isNumber = types.includes('number') || types.includes('integer');
  if (isNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (types.includes('string')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
