/**
 * Holds the folders of `src` to their ranks: `node scripts/check-imports.ts [src]` prints every import that breaks
 * a rule and exits with 1, or prints one line when there is none. The rules:
 *
 * - A folder imports only folders of lower rank (`import-ranks.ts`), and those only through their `index.ts`. Type
 *   imports count.
 * - Inside a large folder (`inside`), subfolders have ranks too. They import each other's files directly.
 * - The composition (`app.ts`, `api-routes.ts`, `main.ts`, `program/`, `cli/`) may import everything. Nothing else imports it.
 * - Tests (`*.test.ts`) may import folders of any rank and files outside `src`, because they set up a world around
 *   their subject. They too use other folders through `index.ts` only, and do not import the composition: tests of the
 *   whole program live outside `src`.
 * - Every folder is in the list.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { composition, inside, ranks, type Step } from './import-ranks.ts';
import { importsOf } from './imports-of.ts';

/** A folder or file of the list, with its rank. */
interface Place {
  name: string;
  rank: number;
}

export interface ImportCheck {
  violations: string[];
  fileCount: number;
  folderCount: number;
}

/** Reads every TypeScript file under `srcPath`. Violations are in the order of the files. */
export async function checkImports(srcPath: string): Promise<ImportCheck> {
  const entries = await readdir(srcPath, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(srcPath, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const violations: string[] = [];
  const folders = new Set<string>();
  const unknown = new Set<string>();
  for (const file of files) {
    const place = placeOf(file);
    if (place) folders.add(place.name);
    else if (!isComposition(file) && !unknown.has(folderOf(file))) {
      unknown.add(folderOf(file));
      violations.push(`src/${folderOf(file)} has no rank: add it to the list in scripts/import-ranks.ts`);
    }
    for (const { line, specifier } of importsOf(await readFile(join(srcPath, file), 'utf8'))) {
      const problem = judge(file, specifier);
      if (problem)
        violations.push(`src/${file}:${line} imports ${specifier ?? 'a computed path'}: ${problem}`);
    }
  }
  return { violations, fileCount: files.length, folderCount: folders.size };
}

/** Returns why `file` may not import `specifier`, or undefined when it may. */
function judge(file: string, specifier: string | null): string | undefined {
  if (isComposition(file)) return undefined;
  const isTest = file.endsWith('.test.ts');
  // Some tests hold a program as text, whose imports look like computed ones.
  if (specifier === null) return isTest ? undefined : 'a computed import cannot be checked';
  const target = posix.join(posix.dirname(file), specifier);
  if (target.startsWith('../')) return isTest ? undefined : 'only tests reach outside src';
  if (isComposition(target)) return 'the composition is imported by nothing else';
  const from = placeOf(file);
  const to = placeOf(target);
  if (!from) return undefined;
  if (!to) return `src/${folderOf(target)} has no rank`;
  if (from.name === to.name) return isTest ? undefined : judgeInside(from.name, file, target);
  if (!isTest && to.rank >= from.rank) return rankProblem(from, to);
  if (target !== to.name && target !== `${to.name}/index.ts`) return `use ${to.name}/index.ts, its door`;
  return undefined;
}

/** Judges an import between two files of one large folder by the ranks of its subfolders. */
function judgeInside(folder: string, file: string, target: string): string | undefined {
  const steps = inside[folder];
  const from = file.slice(folder.length + 1).split('/');
  const to = target.slice(folder.length + 1).split('/');
  if (!steps || from.length === 1 || from[0] === to[0]) return undefined;
  const [fromRank, toRank] = [rankIn(steps, from[0]!), rankIn(steps, to[0]!)];
  if (fromRank === undefined) return `${from[0]} has no rank in ${folder}: add it to scripts/import-ranks.ts`;
  if (to.length === 1) return `${to[0]} stands above the folders of ${folder}`;
  if (toRank === undefined) return `${to[0]} has no rank in ${folder}: add it to scripts/import-ranks.ts`;
  return toRank < fromRank
    ? undefined
    : rankProblem({ name: from[0]!, rank: fromRank }, { name: to[0]!, rank: toRank });
}

function rankIn(steps: readonly Step[], name: string): number | undefined {
  const rank = steps.findIndex((step) => (typeof step === 'string' ? step === name : step.includes(name)));
  return rank === -1 ? undefined : rank;
}

function rankProblem(from: Place, to: Place): string {
  return to.rank > from.rank
    ? `${to.name} stands above ${from.name}`
    : `${to.name} and ${from.name} stand side by side`;
}

/** Returns the most specific entry of the list that holds `path`. */
function placeOf(path: string): Place | undefined {
  let best: Place | undefined;
  for (const [rank, step] of ranks.entries()) {
    for (const entry of typeof step === 'string' ? [step] : step) {
      const name = entry.endsWith('/*') ? folderBelow(entry.slice(0, -2), path) : entry;
      if (name === undefined || !(path === name || path.startsWith(`${name}/`))) continue;
      const isMoreSpecific = !best || name.length > best.name.length;
      if (isMoreSpecific || (name === best?.name && !entry.endsWith('/*'))) best = { name, rank };
    }
  }
  return best;
}

/** Returns the folder directly below `parent` that holds `path`, if there is one. */
function folderBelow(parent: string, path: string): string | undefined {
  if (!path.startsWith(`${parent}/`)) return undefined;
  const [folder, rest] = path.slice(parent.length + 1).split('/');
  return rest === undefined ? undefined : `${parent}/${folder}`;
}

function isComposition(path: string): boolean {
  return composition.some((name) => path === name || path.startsWith(`${name}/`));
}

/** The folder that a file without a rank is reported by: its first two folders, or the file itself. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/') || path;
}

if (import.meta.main) {
  const { violations, fileCount, folderCount } = await checkImports(
    resolve(process.argv[2] ?? join(import.meta.dirname, '../src')),
  );
  for (const violation of violations) console.log(violation);
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`imports: ${fileCount} files in ${folderCount} folders keep to their ranks`);
}
