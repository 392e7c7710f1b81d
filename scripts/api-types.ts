/**
 * `npm run openapi` also writes the API's types, which the SDK and the console share, from openapi/openapi.json. With
 * `-- --check` it compares them.
 */
import { readFile, realpath } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeOrCheck } from './committed-text.ts';

const root = join(import.meta.dirname, '..');
const head =
  '// Made by `npm run openapi` from openapi/openapi.json: change the operations, not this file.\n\n';

/** openapi-typescript needs the compiler's classic API, which only the console's own TypeScript still has. */
async function useConsoleTypeScript(): Promise<void> {
  const workspace = await realpath(createRequire(import.meta.url).resolve('@parley/console/package.json'));
  const typescript = pathToFileURL(createRequire(workspace).resolve('typescript')).href;
  registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'typescript' ? typescript : specifier, context),
  });
}

/** A field with a default may be left out. */
const options = { silent: true, defaultNonNullable: false };

await useConsoleTypeScript();
const { default: typesOf, astToString } = await import('openapi-typescript');
const document = JSON.parse(await readFile(join(root, 'openapi', 'openapi.json'), 'utf8'));
// Types show no examples of bodies and answers.
const operations = Object.values(document.paths).flatMap((item) => Object.values(item as object));
const holders = operations.flatMap(({ requestBody, responses }) => [
  requestBody,
  ...Object.values(responses),
]);
for (const holder of [...holders, ...Object.values<{ content: object }>(document.components.responses)])
  for (const content of Object.values(holder?.content ?? {}))
    delete (content as { example?: unknown }).example;
const text = `${head}${astToString(await typesOf(document, options))}`;
const path = 'packages/sdk/src/schema.gen.ts';
await writeOrCheck({ path, text, command: 'npm run openapi' }, process.argv.slice(2));
