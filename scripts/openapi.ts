/** `npm run openapi` writes openapi/openapi.json; with `-- --check` it compares. No database is needed. */
import { apiDocument } from './api-document.ts';
import { writeOrCheck } from './committed-text.ts';

await writeOrCheck(
  {
    path: 'openapi/openapi.json',
    text: `${JSON.stringify(apiDocument(), null, 2)}\n`,
    command: 'npm run openapi',
  },
  process.argv.slice(2),
);
