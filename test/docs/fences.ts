import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The root of the package. */
export const root = resolve(import.meta.dirname, '../..');

/** A block of shell commands in a page. */
export interface ShellBlock {
  commands: string;
  /**
   * True for `sh by-hand`. The block needs another machine, a carrier, a person at a telephone, or minutes, so it is
   * only rehearsed.
   */
  isByHand: boolean;
  /** What the page shows that the block prints (`text prints`); null for nothing. */
  prints: string | null;
}

/** Returns the shell blocks of a page, by its path in the repository. */
export async function shellBlocks(page: string): Promise<ShellBlock[]> {
  const text = await readFile(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```(sh(?: by-hand)?|text prints)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, kind, commands], at) => {
    if (kind === 'text prints') return [];
    const [, next, shown] = blocks[at + 1] ?? [];
    const prints = next === 'text prints' ? shown! : null;
    return [{ commands: commands!, isByHand: kind !== 'sh', prints }];
  });
}

/** Marks the end of what a block prints. */
const endOfBlock = '-- end of block';

/** Returns the commands of a page that tests run, as one script. It prints a line behind the output of each block. */
export async function runnable(page: string): Promise<string> {
  const blocks = await shellBlocks(page);
  return blocks
    .filter(({ isByHand }) => !isByHand)
    .map(({ commands }) => `${commands}\necho '${endOfBlock}'`)
    .join('\n');
}

/** Returns what each block of a page has printed, of what its script printed. */
export function outputsOf(stdout: string): string[] {
  return stdout.split(`${endOfBlock}\n`).slice(0, -1);
}

/** Returns the commands in the sentences of a page: `npm run demo`, but not the name `npm`. */
export async function commandsInSentences(page: string): Promise<string[]> {
  const text = (await readFile(join(root, page), 'utf8')).replaceAll(/^```.*?^```$/gms, '');
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, words]) => words!.replaceAll(/\s+/g, ' '));
  return code.filter((words) =>
    /^(npm|npx|parley|node|apt-get|api|baresip|cp|curl|git|sipp|ssh|sudo) /.test(words),
  );
}

/** Returns the paths of all pages for users and engineers. */
export async function allPages(): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(['README.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root }))
    found.push(path);
  return found.sort();
}
