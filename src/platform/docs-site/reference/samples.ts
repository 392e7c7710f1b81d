import type { PlacedOperation, ReadDocument } from './document.ts';
import { exampleOf } from './example.ts';
import { exampleText } from './example-values.ts';
import { leftOut, methodName, resourceName } from './method-name.ts';

/** A request in a language. `language` is the one of the code's colours. */
export interface Sample {
  title: string;
  language: string;
  code: string;
}

/** What a request sends, with example values for everything that is required. */
interface Request {
  path: string;
  /** A list is sent as the same parameter several times. */
  query: Record<string, unknown>;
  /** The body as JSON, or the media type and the name of a file. */
  json: unknown;
  file: { type: string; name: string } | null;
  isOpen: boolean;
}

const files: Record<string, string> = { 'text/csv': 'numbers.csv', 'audio/wav': 'message.wav' };

/** Returns a request with the required fields in each language. The SDK has no method for operations of browsers. */
export function samplesOf(document: ReadDocument, operation: PlacedOperation): Sample[] {
  const request = requestOf(document, operation);
  const typescript = typescriptSample(operation, request);
  return [
    { title: 'curl', language: 'sh', code: curlSample(operation, request) },
    ...(typescript === null ? [] : [{ title: 'TypeScript', language: 'ts', code: typescript }]),
    { title: 'Python', language: 'py', code: pythonSample(operation, request) },
  ];
}

function requestOf(document: ReadDocument, operation: PlacedOperation): Request {
  const { parameters, requestBody, path } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const content = requestBody?.content ?? {};
  const [type] = Object.keys(content);
  const schema = content['application/json']?.schema;
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleText(name) ?? '…')),
    query: Object.fromEntries(
      query.map(({ name, schema }) => [name, exampleOf(document, schema, 'required', { name })]),
    ),
    json: schema && exampleOf(document, schema, 'required'),
    file: type && !schema ? { type, name: files[type] ?? 'file' } : null,
    isOpen: path.startsWith('/public/') || path.startsWith('/console/'),
  };
}

function curlSample({ method }: PlacedOperation, { path, query, json, file, isOpen }: Request): string {
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const search = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
  const lines = [`curl${verb} "$PARLEY_URL${path}${search}"`];
  if (!isOpen) lines.push('-H "Authorization: Bearer $PARLEY_API_KEY"');
  if (json !== undefined) {
    const text = JSON.stringify(json, null, 2).replaceAll("'", String.raw`'\''`);
    lines.push(`-H 'Content-Type: application/json'`, `-d '${text}'`);
  } else if (file) lines.push(`-H 'Content-Type: ${file.type}'`, `--data-binary @${file.name}`);
  return lines.join(' \\\n  ');
}

function typescriptSample(operation: PlacedOperation, { path, query, json, file }: Request): string | null {
  const { operationId, path: template, responses } = operation;
  const [tag = ''] = operation.tags;
  if (leftOut.includes(tag)) return null;
  const names = template.split('/');
  const ids = path.split('/').filter((_, index) => names[index]?.startsWith('{'));
  const given = ids.map((id) => `'${id}'`);
  const hasQuery = Object.keys(query).length > 0;
  if (json !== undefined) given.push(objectText(json));
  else if (file) given.push(`await openAsBlob('${file.name}')`);
  if (hasQuery) given.push(objectText(query));
  const call = `await parley.${resourceName(tag)}.${methodName(tag, operationId)}(${given.join(', ')});`;
  const hasAnswer = Object.entries(responses).some(([status, { content }]) => status[0] === '2' && content);
  return `${file && json === undefined ? "import { openAsBlob } from 'node:fs';\n" : ''}import { Parley } from '@parley/sdk';

const parley = new Parley({ baseUrl: process.env.PARLEY_URL!, apiKey: process.env.PARLEY_API_KEY! });
${hasAnswer ? 'const answer = ' : ''}${call}`;
}

/** Returns a value as a literal of TypeScript. */
function objectText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  const lines = text.length < 60 ? text.replace(/\n\s*/g, ' ') : text;
  return lines.replace(/"([A-Za-z_]\w*)":/g, '$1:').replace(/"([^"'\\]*)"/g, "'$1'");
}

function pythonSample({ method }: PlacedOperation, { path, query, json, file, isOpen }: Request): string {
  const given = [`f"{os.environ['PARLEY_URL']}${path}"`];
  if (Object.keys(query).length > 0) given.push(`params=${pythonText(query)}`);
  const headers = [
    ...(isOpen ? [] : [`"Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}"`]),
    ...(file ? [`"Content-Type": "${file.type}"`] : []),
  ];
  if (headers.length > 0) given.push(`headers={${headers.join(', ')}}`);
  if (json !== undefined) given.push(`json=${pythonText(json)}`);
  else if (file) given.push(`data=open("${file.name}", "rb")`);
  given.push('timeout=30');
  return `import os
import requests

answer = requests.${method}(
    ${given.join(',\n    ')},
)
answer.raise_for_status()`;
}

/** Returns a value as a literal of Python. */
function pythonText(value: unknown, indent = '    '): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((item) => pythonText(item, inner))
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${pythonText(part, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
