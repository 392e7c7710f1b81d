/** `npm run providers` writes the tables in docs/providers.md; with `-- --check` it compares. */
import { readCommitted, writeOrCheck } from './committed-text.ts';
import { withPresetTables } from './preset-tables.ts';
import { withProvidersTable } from './providers-table.ts';

const path = 'docs/providers.md';

const page = (await readCommitted(path)) ?? '';
const text = withPresetTables(withProvidersTable(page));
await writeOrCheck({ path, text, command: 'npm run providers' }, process.argv.slice(2));
