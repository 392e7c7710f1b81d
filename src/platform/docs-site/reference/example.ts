import { nameOf, type PlacedOperation, type ReadDocument, type Schema } from './document.ts';

/** Returns a curl request with the required fields. `…` marks values that only the caller knows. */
export function curlExample(document: ReadDocument, operation: PlacedOperation): string {
  const { method, path, parameters, requestBody } = operation;
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=…`)
    .join('&');
  const isOpen = path.startsWith('/public/') || path.startsWith('/console/');
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$API${path}${query ? `?${query}` : ''}"`,
  ];
  if (!isOpen) lines.push('-H "Authorization: Bearer $KEY"');
  const schema = requestBody?.content['application/json']?.schema;
  if (schema) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d '${JSON.stringify(exampleOf(document, schema, 0), null, 2)}'`);
  } else if (requestBody?.content['text/csv'])
    lines.push(`-H 'Content-Type: text/csv'`, '--data-binary @numbers.csv');
  else if (requestBody?.content['audio/wav'])
    lines.push(`-H 'Content-Type: audio/wav'`, '--data-binary @message.wav');
  return lines.join(' \\\n  ');
}

/** Returns a value with only the required fields. */
function exampleOf(document: ReadDocument, given: Schema, depth: number): unknown {
  const schema = document.resolve(given);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const variant = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (variant) return depth > 6 ? '…' : exampleOf(document, variant, depth + 1);
  const type = [schema.type ?? 'object'].flat().find((name) => name !== 'null');
  if (type === 'array')
    return schema.items && depth < 4 ? [exampleOf(document, schema.items, depth + 1)] : [];
  if (type === 'integer' || type === 'number')
    return schema.minimum && schema.minimum > 0 ? schema.minimum : 1;
  if (type === 'boolean') return true;
  if (type === 'string') return '…';
  const { properties = {}, required = [] } = schema;
  if (depth > 4) return {};
  return Object.fromEntries(
    required.map((name) => {
      const field = properties[name] ?? {};
      const isAny = nameOf(field) === null && field.type === undefined && !field.anyOf && !field.oneOf;
      return [
        name,
        isAny && field.const === undefined && !field.enum ? {} : exampleOf(document, field, depth + 1),
      ];
    }),
  );
}
