import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './fences.ts';
import { differenceOf } from './shown-output.ts';

it.each([
  ['{"callId":"call_…","status":"queued"}', '{"callId":"call_01m8fyjyzv4z2cx21dp","status":"queued"}\n'],
  ['{"at":"2026-01-01T00:00:00.000Z"}', '{"at":"2026-11-28T02:08:45.0123Z"}\n'],
  ['{"id":"trunk_01aaaaaaaaaaaaa"}', '{"id":"trunk_01bbbbbbbbbbbbb"}\n'],
  ['…\nlast', 'first\nsecond\nlast\n'],
  ['first\n…', 'first\n'],
  ['name (a.b)', '\uFEFFname (a.b)\r\n\r\n'],
])('takes %j for %j', (shown, printed) => {
  expect(differenceOf(shown, printed)).toBeNull();
});

it.each([
  ['{"status":"queued"}', '{"status":"ended"}\n'],
  ['{"status":"queued",…}', '{"status":"queued"}\n'],
  ['{"callId":"call_01aaaaaaaaaaaaa"}', '{"callId":"trunk_01aaaaaaaaaaaaa"}\n'],
  ['first', 'first\nsecond\n'],
  ['first\nsecond', 'first\n'],
  ['a.b', 'axb\n'],
])('does not take %j for %j', (shown, printed) => {
  expect(differenceOf(shown, printed)).toContain('but it printed');
});

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}
const openapi = JSON.parse(await readFile(join(root, 'openapi/openapi.json'), 'utf8'));

/** Returns the properties of an answer, or of a body, by its name in the OpenAPI document. */
function propertiesOf(schema: Schema): Record<string, Schema> {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? (schema.properties ?? {}) : propertiesOf(openapi.components.schemas[name]);
}
const jsonOf = (holder: { content: Record<string, { schema: Schema }> }) =>
  holder.content['application/json']!.schema;

// A live call is needed to print it.
it('the page of live calls shows a command with the fields that it has', async () => {
  const page = await readFile(join(root, 'docs/live-calls.md'), 'utf8');
  const [, shown] = /^```json\n(.*?)^```$/ms.exec(page)!;
  const answer = jsonOf(openapi.paths['/api/calls/{callId}/commands'].get.responses['200']);
  const { commands } = propertiesOf(answer);
  const fields = Object.keys(propertiesOf(commands!.items!));
  const command = JSON.parse(shown!);
  expect(fields).toEqual(expect.arrayContaining(Object.keys(command)));
  const taken = openapi.components.schemas.CallCommandInput ?? openapi.components.schemas.CallCommand;
  expect(JSON.stringify(taken)).toContain(`"${command.command.type}"`);
});

// A browser is needed to print them.
it('the page of web calls names requests with the fields that they take and answer', async () => {
  const page = await readFile(join(root, 'docs/web-calls.md'), 'utf8');
  const requests = [...page.matchAll(/^ *(GET|POST|PUT) +(\/\S+)(?: +(\{.*\}))?(?: +→ (.*))?/gm)];
  expect(requests.length).toBeGreaterThanOrEqual(5);
  for (const [, method, path, body, answer = ''] of requests) {
    const operation = openapi.paths[path!]?.[method!.toLowerCase()];
    expect(operation, `${method} ${path}`).toBeDefined();
    if (body) {
      const names = [...body.matchAll(/"(\w+)":/g)].map(([, name]) => name!);
      expect(Object.keys(propertiesOf(jsonOf(operation.requestBody)))).toEqual(expect.arrayContaining(names));
    }
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))![1];
    const names = answer.split(' for ')[0]!.match(/\w+/g) ?? [];
    if (names.length > 0)
      expect(Object.keys(propertiesOf(jsonOf(success as Parameters<typeof jsonOf>[0])))).toEqual(
        expect.arrayContaining(names),
      );
  }
});
