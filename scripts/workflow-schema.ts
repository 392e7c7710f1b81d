/**
 * `npm run workflow-schema` writes docs/workflow.schema.json, the JSON Schema of workflow definitions. With `--
 * --check` it compares.
 */
import { definitionSchema } from '../src/domains/workflow-definition/index.ts';
import { writeOrCheck } from './committed-text.ts';

await writeOrCheck(
  {
    path: 'docs/workflow.schema.json',
    text: `${JSON.stringify(definitionSchema(), null, 2)}\n`,
    command: 'npm run workflow-schema',
  },
  process.argv.slice(2),
);
