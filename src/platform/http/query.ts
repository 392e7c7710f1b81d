import { z } from 'zod';
import { type FieldError, invalid } from '../kernel/index.ts';
import { nearestName } from './nearest-name.ts';
import { lists } from './schemas.ts';
import { inputProblems } from './validation.ts';

/** The declaration of an operation's query string. */
interface WithQuery {
  query?: z.ZodType | undefined;
  ignoresUnknownQuery?: true | undefined;
}

/**
 * Returns a function that reads the query string of an operation. It throws a 400 that names every wrong parameter, and
 * every unknown one, with the known one that it resembles, unless the operation ignores those. A list may be repeated (`ids=a&ids=b`), written with brackets
 * (`ids[]=a`), or separated by commas (`ids=a,b`).
 */
export function queryReader({
  query = z.object({}),
  ignoresUnknownQuery,
}: WithQuery): (given: Readonly<Record<string, unknown>>) => unknown {
  if (!(query instanceof z.ZodObject)) throw new Error('the parameters of a query string are an object');
  const known = new Map(Object.entries(query.shape as Record<string, z.ZodType>));
  const namesOfLists = [...known].filter(([, schema]) => isList(schema)).map(([name]) => name);
  return (given) => {
    const values = withoutBrackets(given, namesOfLists);
    const unknown = ignoresUnknownQuery ? [] : Object.keys(values).filter((name) => !known.has(name));
    const result = query.safeParse(values, { reportInput: true });
    if (result.success && unknown.length === 0) return result.data;
    const problems = result.error ? inputProblems(result.error, 'query') : [];
    throw invalid([...unknown.map((name) => unknownParameter(name, known.keys())), ...problems]);
  };
}

function unknownParameter(name: string, known: Iterable<string>): FieldError {
  const nearest = nearestName(name, known);
  const hint = nearest === null ? '' : `; did you mean \`${nearest}\`?`;
  return { field: name === '' ? 'query' : name, message: `is not a known query parameter${hint}` };
}

function isList(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional) return isList(schema.def.innerType as z.ZodType);
  return lists.has(schema);
}

function withoutBrackets(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  let values = given;
  for (const name of names) {
    const { [`${name}[]`]: inBrackets, ...others } = values;
    if (inBrackets !== undefined) values = { ...others, [name]: [others[name] ?? [], inBrackets].flat() };
  }
  return values;
}
