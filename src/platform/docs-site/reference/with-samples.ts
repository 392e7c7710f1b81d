import type { OpenApiDocument } from '../../http/index.ts';
import { mapFields } from '../../kernel/index.ts';
import { nameOf, type PlacedOperation, ReadDocument, type Schema } from './document.ts';
import { exampleOf } from './example.ts';
import { exampleFailures } from './example-failures.ts';
import { samplesOf } from './samples.ts';

type Content = Record<string, { schema: Schema; example?: unknown; examples?: unknown }>;
interface Failure {
  content: Content;
}
type Operation = Omit<PlacedOperation, 'method' | 'path'>;

/** The names that tools know the languages of samples by. */
const languages: Readonly<Record<string, string>> = {
  curl: 'Shell',
  TypeScript: 'TypeScript',
  Python: 'Python',
};

/**
 * Returns a document with an example of each JSON body and answer, and with `x-codeSamples` of each operation. Both are
 * made from the schemas and the operation. An answer that is a named schema refers to `components.examples`.
 */
export function withSamples(document: OpenApiDocument): OpenApiDocument {
  const read = new ReadDocument(document);
  const examples: Record<string, { value: unknown }> = {};
  const shared = (name: string, schema: Schema) => {
    examples[name] ??= { value: exampleOf(read, schema, 'all') };
    return { [name]: { $ref: `#/components/examples/${name}` } };
  };
  const ofBody = (schema: Schema) => ({ schema, example: exampleOf(read, schema, 'required') });
  const ofAnswer = (schema: Schema) => {
    const name = nameOf(schema);
    if (name === null) return { schema, example: exampleOf(read, schema, 'all') };
    return { schema, examples: shared(name, schema) };
  };
  const paths = mapFields(document.paths, (item, path) =>
    mapFields(item, (given, method) => {
      const operation = given as Operation;
      const { requestBody, responses } = operation;
      return {
        ...operation,
        ...(requestBody && {
          requestBody: { ...requestBody, content: withExamples(requestBody.content, ofBody) },
        }),
        responses: mapFields(responses, (response) =>
          response.content ? { ...response, content: withExamples(response.content, ofAnswer) } : response,
        ),
        'x-codeSamples': samplesOf(read, { ...operation, method, path }).map(({ title, code }) => ({
          ...{ lang: languages[title] ?? title, label: title, source: code },
        })),
      };
    }),
  );
  const responses = mapFields((document.components.responses ?? {}) as Record<string, Failure>, withFailure);
  return { ...document, paths, components: { ...document.components, responses, examples } };
}

/** Adds an example to a failure. */
function withFailure(failure: Failure, name: string): Failure {
  const example = exampleFailures[name];
  if (!example) return failure;
  return { ...failure, content: withExamples(failure.content, (schema) => ({ schema, example })) };
}

function withExamples(content: Content, ofSchema: (schema: Schema) => Content[string]): Content {
  return mapFields(content, (one, type) =>
    type === 'application/json' ? { ...one, ...ofSchema(one.schema) } : one,
  );
}
