import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** The command of `npm start`. */
export const startCommand: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts
  .start;
export const startPath = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);

/** The flags that `npm start` gives Node.js. */
export const nodeFlags = startCommand.split(' ').filter((word) => word.startsWith('--'));
