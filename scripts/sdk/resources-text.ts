import { leftOut, methodName, resourceName } from '../../src/platform/docs-site/reference/method-name.ts';
import { type ApiDocument, answerOf, operationsByTag, type PlacedOperation } from './read-document.ts';

const head = `// Made by \`npm run openapi\` from openapi/openapi.json: change the operations, not this file.

import type { RequestOptions } from './options.ts';
import type { Paged } from './paged.ts';
import { resource } from './resource.ts';
import type { ServerSentEvents } from './server-sent-events.ts';
import type { RawBody, Transport } from './transport.ts';
import type { Answer, Body, Item, Query } from './types.ts';
`;

/**
 * Returns the source of the SDK's resources: an interface with the methods of each, and a table of their operations.
 */
export function resourcesText(document: ApiDocument): string {
  const tags = [...operationsByTag(document)].filter(([tag]) => !leftOut.includes(tag));
  const interfaces = tags.map(([tag, operations]) => interfaceText(document, tag, operations));
  const names = tags.map(([tag]) => resourceName(tag));
  const fields = names.map((name) => `  readonly ${name}: ${typeName(name)};\n`).join('');
  const tables = tags.map(([tag, operations]) => tableText(document, tag, operations)).join('');
  return `${head}
${interfaces.join('\n')}
/** The operations of the API, by resource. */
export class Resources {
${fields}
  constructor(transport: Transport) {
${tables}  }
}
`;
}

function typeName(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}Resource`;
}

function interfaceText(document: ApiDocument, tag: string, operations: PlacedOperation[]): string {
  const methods = operations.map((operation) => {
    const { operationId, summary } = operation;
    const answer = answerType(answerOf(document, operation), operationId);
    const name = methodName(tag, operationId);
    return `  /** ${summary}. (\`${operationId}\`) */\n  ${name}(${parameters(operation)}): ${answer};\n`;
  });
  const name = resourceName(tag);
  return `/** Operations under \`${tag}\`. */\nexport interface ${typeName(name)} {\n${methods.join('')}}\n`;
}

function answerType(answer: string, operationId: string): string {
  if (answer === 'none') return 'Promise<void>';
  if (answer === 'raw') return 'Promise<Response>';
  if (answer === 'events') return 'ServerSentEvents';
  const json = `Answer<'${operationId}'>`;
  if (answer === 'json') return `Promise<${json}>`;
  return `Paged<${json}, Item<${json}['${answer.slice('page:'.length)}']>>`;
}

function parameters({ path, operationId, requestBody, parameters: all = [] }: PlacedOperation): string {
  const list = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`);
  const query = all.filter((parameter) => parameter.in === 'query' && parameter.name !== 'pageToken');
  const isQueryRequired = query.some(({ required }) => required);
  if (requestBody) {
    const type = requestBody.content?.['application/json'] ? `Body<'${operationId}'>` : 'RawBody';
    list.push(`body${requestBody.required || isQueryRequired ? '' : '?'}: ${type}`);
  }
  if (query.length > 0) list.push(`query${isQueryRequired ? '' : '?'}: Query<'${operationId}'>`);
  return [...list, 'options?: RequestOptions'].join(', ');
}

function tableText(document: ApiDocument, tag: string, operations: PlacedOperation[]): string {
  const name = resourceName(tag);
  const entries = new Map<string, string>();
  for (const operation of operations) {
    const method = methodName(tag, operation.operationId);
    if (entries.has(method)) throw new Error(`${name}.${method} would be two operations`);
    entries.set(method, `      ${method}: ${entryText(document, operation)},\n`);
  }
  const type = typeName(name);
  return `    this.${name} = resource<${type}>(transport, {\n${[...entries.values()].join('')}    });\n`;
}

function entryText(document: ApiDocument, operation: PlacedOperation): string {
  const { method, path, requestBody, parameters: all = [] } = operation;
  const parts = [`method: '${method}'`, `path: '${path}'`];
  // `application/json`, `text/csv` or `audio/wav`.
  const [bodyType] = Object.keys(requestBody?.content ?? {});
  if (bodyType) parts.push(`body: '${bodyType.split('/')[1]}'`);
  if (all.some((parameter) => parameter.in === 'query' && parameter.name !== 'pageToken'))
    parts.push('query: true');
  if (all.some(({ name }) => name === 'Idempotency-Key')) parts.push('keyed: true');
  const seconds = operation['x-answer-seconds-max'];
  // The network takes time as well.
  if (seconds !== undefined) parts.push(`timeoutMs: ${(seconds + 30) * 1000}`);
  return `{ ${[...parts, `answer: '${answerOf(document, operation)}'`].join(', ')} }`;
}
