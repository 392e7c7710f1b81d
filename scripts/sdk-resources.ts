/**
 * `npm run openapi` also writes packages/sdk/src/resources.gen.ts, the methods of the SDK, from openapi/openapi.json.
 * With `-- --check` it compares.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOrCheck } from './committed-text.ts';
import { resourcesText } from './sdk/resources-text.ts';

const path = join(import.meta.dirname, '..', 'openapi', 'openapi.json');
await writeOrCheck(
  {
    path: 'packages/sdk/src/resources.gen.ts',
    text: resourcesText(JSON.parse(await readFile(path, 'utf8'))),
    command: 'npm run openapi',
  },
  process.argv.slice(2),
);
