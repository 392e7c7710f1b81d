/**
 * Holds the folders of `src`, the console and the packages to their ranks: `node scripts/check-imports.ts [src]` prints
 * every import that breaks a rule and exits with 1, or prints one line for each tree when there is none. Given a path, it
 * checks only that one, as `src`. The rules:
 *
 * - A folder imports only folders of lower rank (`import-ranks.ts`), and those only through their `index.ts`. Type
 *   imports count.
 * - Inside a large folder (`inside`), subfolders have ranks too. They import each other's files directly.
 * - The composition (of `src`: `app.ts`, `api-routes.ts`, `main.ts`, `program/`, `cli/`) may import everything. Nothing else
 *   imports it.
 * - A tree imports nothing outside itself but the files in its `outside`.
 * - Tests (`*.test.ts`) may import folders of any rank and files outside their tree, because they set up a world around
 *   their subject. They too use other folders through `index.ts` only, and do not import the composition: tests of the
 *   whole program live outside `src`.
 * - Every folder is in the list.
 * - Generated files (`*.gen.ts`), `dist` and `node_modules` are not read.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { type Step, type Tree, trees } from './import-ranks.ts';
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

/** Reads every TypeScript file under `folder`, as a checkout of `tree`. Violations are in the order of the files. */
export async function checkImports(folder: string, tree: Tree): Promise<ImportCheck> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /(?<!\.gen)\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !/(^|\/)(dist|node_modules)\//.test(file))
    .sort();
  const violations: string[] = [];
  const folders = new Set<string>();
  const unknown = new Set<string>();
  for (const file of files) {
    const place = placeOf(tree, file);
    if (place) folders.add(place.name);
    else if (!isComposition(tree, file) && !unknown.has(folderOf(file))) {
      unknown.add(folderOf(file));
      violations.push(`${tree.path}/${folderOf(file)} has no rank: add it to scripts/import-ranks.ts`);
    }
    for (const { line, specifier } of importsOf(await readFile(join(folder, file), 'utf8'))) {
      const problem = judge(tree, file, specifier);
      if (problem)
        violations.push(`${tree.path}/${file}:${line} imports ${specifier ?? 'a computed path'}: ${problem}`);
    }
  }
  return { violations, fileCount: files.length, folderCount: folders.size };
}

/** Returns why `file` may not import `specifier`, or undefined when it may. */
function judge(tree: Tree, file: string, specifier: string | null): string | undefined {
  if (isComposition(tree, file)) return undefined;
  const isTest = /\.test\.tsx?$/.test(file);
  // Some tests hold a program as text, whose imports look like computed ones.
  if (specifier === null) return isTest ? undefined : 'a computed import cannot be checked';
  const target = posix.join(posix.dirname(file), specifier);
  if (target.startsWith('../')) {
    const isAllowed = isTest || tree.outside.includes(posix.join(tree.path, target));
    return isAllowed ? undefined : `only tests reach outside ${tree.path}`;
  }
  if (isComposition(tree, target)) return 'the composition is imported by nothing else';
  const from = placeOf(tree, file);
  const to = placeOf(tree, target);
  if (!from) return undefined;
  if (!to) return `${tree.path}/${folderOf(target)} has no rank`;
  if (from.name === to.name) return isTest ? undefined : judgeInside(tree, from.name, file, target);
  if (!isTest && to.rank >= from.rank) return rankProblem(from, to);
  if (target !== to.name && target !== `${to.name}/index.ts`) return `use ${to.name}/index.ts, its door`;
  return undefined;
}

/** Judges an import between two files of one large folder by the ranks of its subfolders. */
function judgeInside(tree: Tree, folder: string, file: string, target: string): string | undefined {
  const steps = tree.inside[folder];
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
function placeOf({ ranks }: Tree, path: string): Place | undefined {
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

function isComposition({ composition }: Tree, path: string): boolean {
  return composition.some((name) => path === name || path.startsWith(`${name}/`));
}

/** The folder that a file without a rank is reported by: its first two folders, or the file itself. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/') || path;
}

if (import.meta.main) {
  const given = process.argv[2];
  for (const tree of given === undefined ? trees : [trees[0]!]) {
    const folder = resolve(given ?? join(import.meta.dirname, '..', tree.path));
    const { violations, fileCount, folderCount } = await checkImports(folder, tree);
    for (const violation of violations) console.log(violation);
    if (violations.length > 0) process.exitCode = 1;
    else console.log(`${tree.path}: ${fileCount} files in ${folderCount} folders keep to their ranks`);
  }
}
