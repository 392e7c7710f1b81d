import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allStatements, type Statement } from '../../src/platform/db/index.ts';

const src = join(import.meta.dirname, '../../src');

/**
 * Returns whether a file is a command or a thread. Such files begin to work when they are loaded, so their statements
 * cannot be loaded here.
 */
function isProgram(file: string, text: string): boolean {
  return file.startsWith('cli/') || /\b(parentPort|workerData)\b/.test(text);
}

/** Loads every file of the program that has statements, and returns all statements. */
export async function programStatements(): Promise<Statement[]> {
  const files = globSync('**/*.ts', { cwd: src, exclude: (file) => file.endsWith('.test.ts') });
  for (const file of files) {
    const text = readFileSync(join(src, file), 'utf8');
    if (/(statement|Statement|namedList)\(/.test(text) && !isProgram(file, text))
      await import(join(src, file));
  }
  return allStatements();
}
