import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

export type Direction = 'input' | 'output';

/**
 * Returns the JSON Schema of a zod schema. Schemas with an id become components in `schemas`, and references to them.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: Direction,
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const { $schema: _, $defs, ...own } = jsonSchemaOf(schema, io);
  const names = io === 'input' ? inputNames($defs ?? {}, jsonSchemaOf(schema, 'output').$defs ?? {}) : {};
  for (const [id, definition] of Object.entries($defs ?? {})) {
    hoist(names[id] ?? id, definition, schemas, names);
  }
  const { id, ...rest } = own as JsonSchema & { id?: string };
  if (id === undefined) return pointToComponents(rest, names);
  hoist(id, rest, schemas, names);
  return { $ref: `#/components/schemas/${id}` };
}

type WithDefinitions = JsonSchema & { $defs?: Record<string, JsonSchema> };

function jsonSchemaOf(schema: z.ZodType, io: Direction): WithDefinitions {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Answers may gain fields within 1.x, so only objects that return a request's input unchanged are closed.
      const { def } = zodSchema._zod;
      if (io === 'output' && def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
    },
  }) as WithDefinitions;
}

/**
 * Returns names for components that differ between requests and answers, where a field with a default is always
 * present. A component differs by itself, or because it refers to one that does.
 */
function inputNames(
  input: Record<string, JsonSchema>,
  output: Record<string, JsonSchema>,
): Record<string, string> {
  const names: Record<string, string> = {};
  const text = (schema: JsonSchema | undefined) => JSON.stringify(schema ?? null);
  for (const id of Object.keys(input)) {
    if (text(input[id]) !== text(output[id])) names[id] = `${id}Input`;
  }
  for (let found = -1; found !== Object.keys(names).length; ) {
    found = Object.keys(names).length;
    for (const [id, schema] of Object.entries(input)) {
      if (Object.keys(names).some((other) => text(schema).includes(`"#/$defs/${other}"`))) {
        names[id] = `${id}Input`;
      }
    }
  }
  return names;
}

function hoist(
  id: string,
  definition: JsonSchema,
  schemas: Record<string, JsonSchema>,
  names: Record<string, string>,
): void {
  const { id: _, ...rest } = definition;
  const pointed = pointToComponents(rest, names);
  const known = schemas[id];
  if (known && JSON.stringify(known) !== JSON.stringify(pointed)) {
    throw new Error(`two different schemas have the id ${id}`);
  }
  schemas[id] = pointed;
}

/** Returns the schema with its references pointing to the components of the document. */
function pointToComponents(schema: JsonSchema, names: Record<string, string>): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(
    /"#\/\$defs\/([^"]+)"/g,
    (_whole, id: string) => `"#/components/schemas/${names[id] ?? id}"`,
  );
  return JSON.parse(text) as JsonSchema;
}
