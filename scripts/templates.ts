/** `npm run templates` writes the tables and conversations in docs/templates.md; with `-- --check` it compares. */
import { readCommitted, writeOrCheck } from './committed-text.ts';
import { withTemplates } from './template-tables.ts';

const path = 'docs/templates.md';

const page = (await readCommitted(path)) ?? '';
await writeOrCheck({ path, text: withTemplates(page), command: 'npm run templates' }, process.argv.slice(2));
