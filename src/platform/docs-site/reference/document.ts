import type { OpenApiDocument } from '../../http/index.ts';
import { anchorOf } from '../markdown.ts';

/** The parts of a JSON Schema that the reference reads. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
}

/** An operation with its address. */
export interface PlacedOperation extends Operation {
  method: string;
  path: string;
}

/** A section of the reference: a tag of the document, with its page. */
export interface Section {
  title: string;
  /** The path behind `/docs/api/`. */
  slug: string;
  operations: PlacedOperation[];
}

/** A message that the service sends to webhook endpoints. */
interface SentEvent {
  name: string;
  summary: string;
  schema: Schema;
}

/** The OpenAPI document as the reference shows it. */
export class ReadDocument {
  readonly description: string;
  readonly sections: readonly Section[];
  readonly events: readonly SentEvent[];
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly #responses: Readonly<Record<string, { description: string }>>;

  constructor({ info, tags, paths, webhooks, components }: OpenApiDocument) {
    this.description = String(info.description ?? '');
    this.schemas = components.schemas as Record<string, Schema>;
    this.#responses = (components.responses ?? {}) as Record<string, { description: string }>;
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ ...(operation as Operation), method, path })),
    );
    this.sections = (tags as { name: string }[]).map(({ name }) => ({
      title: name,
      slug: anchorOf(name),
      operations: operations.filter((operation) => operation.tags.includes(name)),
    }));
    this.events = Object.entries(webhooks).map(([name, item]) => {
      const { summary, requestBody } = item.post as Operation;
      return { name, summary, schema: requestBody!.content['application/json']!.schema };
    });
  }

  /** Returns the schema that a reference names, or the schema itself. */
  resolve(schema: Schema): Schema {
    const name = nameOf(schema);
    return name === null ? schema : (this.schemas[name] ?? {});
  }

  /** Returns the meaning of a failure of an operation. */
  responseText({ $ref, description }: Operation['responses'][string]): string {
    const name = $ref?.split('/').at(-1);
    return (name === undefined ? description : this.#responses[name]?.description) ?? '';
  }
}

/** Returns the name of a referenced schema, or `null` for an inline one. */
export function nameOf({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}
