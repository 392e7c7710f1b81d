/** What is read of a JSON Schema; the rest of it goes through as it is. */
export interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  [word: string]: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-scope'?: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** The OpenAPI document, as far as tools are made from it. */
export interface ApiDocument {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** The name of a schema that stands elsewhere in the document; undefined for one that stands here. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}
