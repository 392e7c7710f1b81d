/** `npm run configuration` writes docs/configuration.md; with `-- --check` it compares. */
import { settings } from '../src/program/settings.ts';
import { writeOrCheck } from './committed-text.ts';
import { configurationPage } from './configuration-page.ts';

await writeOrCheck(
  { path: 'docs/configuration.md', text: configurationPage(settings), command: 'npm run configuration' },
  process.argv.slice(2),
);
