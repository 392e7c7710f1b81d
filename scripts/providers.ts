/** `npm run providers` writes the table in docs/providers.md; with `-- --check` it compares. */
import { readCommitted, writeOrCheck } from './committed-text.ts';
import { withProvidersTable } from './providers-table.ts';

const path = 'docs/providers.md';

await writeOrCheck(
  { path, text: withProvidersTable((await readCommitted(path)) ?? ''), command: 'npm run providers' },
  process.argv.slice(2),
);
