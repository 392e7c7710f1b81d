/** The parts of an OpenAPI document that the SDK is generated from. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, ApiSchema> };
}

export interface ApiSchema {
  $ref?: string;
  type?: string;
  properties?: Record<string, ApiSchema>;
}

interface ApiContent {
  content?: Record<string, { schema: ApiSchema }>;
}

export interface ApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  /** The longest time until the answer, where it is longer than the default timeout. */
  'x-answer-seconds-max'?: number;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: ApiContent & { required?: boolean };
  responses: Record<string, ApiContent>;
}

/** An operation with its path and method. */
export interface PlacedOperation extends ApiOperation {
  method: string;
  path: string;
}

/** Returns every operation by tag, in the order of the document. */
export function operationsByTag(document: ApiDocument): Map<string, PlacedOperation[]> {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  return Map.groupBy(placed, ({ tags }) => tags[0]!);
}

/** Returns the kind of a successful answer, for the SDK's table of operations. */
export function answerOf(document: ApiDocument, operation: PlacedOperation): string {
  const content = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1].content;
  if (!content) return 'none';
  const schema = content['application/json']?.schema;
  if (!schema) return 'text/event-stream' in content ? 'events' : 'raw';
  const name = schema.$ref?.split('/').at(-1);
  const properties = (name ? document.components.schemas[name]! : schema).properties ?? {};
  if (properties.metadata?.$ref !== '#/components/schemas/PageMetadata') return 'json';
  const lists = Object.keys(properties).filter((property) => properties[property]!.type === 'array');
  if (lists.length !== 1)
    throw new Error(`${operation.operationId}: which list of its page holds the items?`);
  return `page:${lists[0]}`;
}
