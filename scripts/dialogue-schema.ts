/**
 * `npm run dialogue-schema` writes docs/dialogue.schema.json, the JSON Schema of the scripted model's dialogues. With
 * `-- --check` it compares.
 */
import { z } from 'zod';
import { DialogueFields } from '../src/conversation/providers/scripted/index.ts';
import { writeOrCheck } from './committed-text.ts';

const schema = z.toJSONSchema(DialogueFields, { io: 'input' });
await writeOrCheck(
  {
    path: 'docs/dialogue.schema.json',
    text: `${JSON.stringify({ ...schema, title: 'Dialogue of the scripted model' }, null, 2)}\n`,
    command: 'npm run dialogue-schema',
  },
  process.argv.slice(2),
);
