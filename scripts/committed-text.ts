/**
 * Generated texts that are committed (`openapi/openapi.json`, `docs/configuration.md`, `schema.sql`), so that a review
 * shows their changes and a check finds unintended ones.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** The lines of each side that a hint shows. */
const shownMax = 6;

/** A committed file and its expected text. */
export interface CommittedText {
  /** Relative to the root of the repository. */
  path: string;
  /** The text generated from the code. */
  text: string;
  /** The command that writes it. */
  command: string;
}

/**
 * Writes the file. With `--check` among the arguments, compares it instead: it prints a difference and the command that
 * resolves it, and sets the exit code to 1.
 */
export async function writeOrCheck(committed: CommittedText, args: readonly string[]): Promise<void> {
  const file = join(root, committed.path);
  if (!args.includes('--check')) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, committed.text);
    console.log(`wrote ${committed.path}`);
    return;
  }
  const found = await readCommitted(committed.path);
  const hint = found === null ? 'it is missing' : differenceHint(found, committed.text);
  if (hint === null) {
    console.log(`${committed.path} is what the code says`);
    return;
  }
  console.log(`${committed.path} is not what the code says:\n${hint}`);
  console.log(`Run \`${committed.command}\` and commit the file, if the change is meant.`);
  process.exitCode = 1;
}

/** Returns the text of a committed file, by its path from the root of the repository; null when there is none. */
export async function readCommitted(path: string): Promise<string | null> {
  return readFile(join(root, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/**
 * Describes where two texts begin to differ, with `-` for the committed lines and `+` for the expected ones. Returns
 * null when they are equal.
 */
export function differenceHint(committed: string, expected: string): string | null {
  if (committed === expected) return null;
  const [old, fresh] = [committed.split('\n'), expected.split('\n')];
  let start = 0;
  while (old[start] === fresh[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  return [
    `  from line ${start + 1}:`,
    ...sample(old.slice(start, old.length - end), '-'),
    ...sample(fresh.slice(start, fresh.length - end), '+'),
  ].join('\n');
}

function sample(lines: string[], sign: string): string[] {
  const shown = lines.slice(0, shownMax).map((line) => `  ${sign} ${line}`);
  return lines.length > shownMax ? [...shown, `  ${sign} … ${lines.length - shownMax} lines more`] : shown;
}
