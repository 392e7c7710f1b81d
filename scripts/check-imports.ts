/**
 * Holds the folders of `src` to their ranks: `node scripts/check-imports.ts [src]` prints every import that breaks
 * a rule and ends with 1, or one line when there is none. The rules:
 *
 * - A folder imports only folders of lower rank, and those only through their `index.ts`. Type imports count.
 * - In a rank marked `leftwards`, a folder may also import those that stand before it in the list.
 * - `app.ts`, `main.ts` and `cli/` may import everything, and nothing else imports `app.ts` or `main.ts`.
 * - Tests (`*.test.ts`) may import folders of any rank and files outside `src`, because they set up a world around
 *   what they test. They too use other folders through `index.ts` only, so that a folder can be rearranged without
 *   breaking a stranger's test, and they leave `app.ts` alone: tests of the whole program live outside `src`.
 * - Every folder is in the list below.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { importsOf } from './imports-of.ts';

interface Rank {
  rank: number;
  folders: readonly string[];
  leftwards?: true;
}

/** The ordered list. `providers/*` is any folder of `providers` that is not named by itself. */
const ranks: readonly Rank[] = [
  { rank: 0, folders: ['kernel', 'sip/syntax'] },
  { rank: 1, folders: ['csv', 'db', 'egress', 'http', 'object-store', 'sip', 'media', 'providers/spec'] },
  {
    rank: 2,
    leftwards: true,
    folders: [
      'access',
      'backup',
      'console-files',
      'docs-site',
      'nodes',
      'jobs',
      'providers/kit',
      'providers/network',
      'providers/testing',
      'answering',
      'pipeline',
      'telemetry',
    ],
  },
  { rank: 3, folders: ['audit', 'providers/*'] },
  {
    rank: 4,
    leftwards: true,
    folders: [
      'providers/catalog.ts',
      'providers/vendors.ts',
      'providers/registry.ts',
      'providers/registry.test.ts',
    ],
  },
  {
    rank: 5,
    leftwards: true,
    folders: [
      'events',
      'circuits',
      'schedules',
      'rules',
      'organizations',
      'members',
      'keys',
      'sign-in',
      'agents',
      'provider-keys',
      'trunks',
      'numbers',
      'retry-configs',
      'personalization',
      'imports',
      'suppressions',
      'prices',
      'calls',
      'analytics',
      'scenarios',
      'analysis',
      'campaigns',
      'workflow-definition',
      'workflows',
      'tools',
      'chats',
      'widgets',
      'replies',
      'exports',
      'webhooks',
      'data-deletions',
    ],
  },
  {
    rank: 6,
    leftwards: true,
    folders: ['workflow-engine', 'dialer', 'session', 'talks', 'upkeep', 'simulation'],
  },
];

/** What puts the program together: files and folders that may import everything. */
const composition = [
  'api-routes.ts',
  'app.ts',
  'api-info.ts',
  'main.ts',
  'calls-main.ts',
  'program',
  'cli',
  'launcher-channel.ts',
  'launcher-channel.test.ts',
];

/** A folder or file of the list: what a path of `src` belongs to. */
interface Place {
  name: string;
  rank: number;
  /** The place in a list that is read leftwards; undefined in the others. */
  order: number | undefined;
}

export interface ImportCheck {
  violations: string[];
  fileCount: number;
  folderCount: number;
}

/** Reads every TypeScript file under `srcPath`; the violations are in the order of the files. */
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
      violations.push(`src/${folderOf(file)} has no rank: add it to the list in scripts/check-imports.ts`);
    }
    for (const { line, specifier } of importsOf(await readFile(join(srcPath, file), 'utf8'))) {
      const why = judge(file, specifier);
      if (why) violations.push(`src/${file}:${line} imports ${specifier ?? 'a computed path'}: ${why}`);
    }
  }
  return { violations, fileCount: files.length, folderCount: folders.size };
}

/** Why `file` may not import `specifier`, both under `src`; undefined when it may. */
function judge(file: string, specifier: string | null): string | undefined {
  if (isComposition(file)) return undefined;
  const isTest = file.endsWith('.test.ts');
  // A test holds programs as text that it starts; what looks like a computed import is theirs.
  if (specifier === null) return isTest ? undefined : 'an import that is not written out cannot be checked';
  const target = posix.join(posix.dirname(file), specifier);
  if (target.startsWith('../')) return isTest ? undefined : 'only tests reach outside src';
  if (isComposition(target)) return 'what puts the program together is imported by nothing else';
  const from = placeOf(file);
  const to = placeOf(target);
  if (!from) return undefined;
  if (!to) return `src/${folderOf(target)} has no rank`;
  if (from.name === to.name) return undefined;
  if (!isTest && !mayImport(from, to)) return rankProblem(from, to);
  if (target !== to.name && target !== `${to.name}/index.ts`) return `use ${to.name}/index.ts, its door`;
  return undefined;
}

function mayImport(from: Place, to: Place): boolean {
  if (to.rank !== from.rank) return to.rank < from.rank;
  return from.order !== undefined && to.order !== undefined && to.order < from.order;
}

function rankProblem(from: Place, to: Place): string {
  if (to.rank > from.rank) return `${to.name} has rank ${to.rank}, above ${from.name} with ${from.rank}`;
  const order = from.order === undefined ? '' : ` and ${to.name} stands to the right of ${from.name}`;
  return `${to.name} and ${from.name} both have rank ${from.rank}${order}`;
}

function placeOf(path: string): Place | undefined {
  const vendor = /^providers\/[^/]+(?=\/)/.exec(path)?.[0];
  let wild: Place | undefined;
  for (const { rank, folders, leftwards } of ranks) {
    for (const [order, name] of folders.entries()) {
      const place = { rank, order: leftwards ? order : undefined };
      if (path === name || path.startsWith(`${name}/`)) return { name, ...place };
      if (name === 'providers/*' && vendor) wild = { name: vendor, ...place };
    }
  }
  return wild;
}

function isComposition(path: string): boolean {
  return composition.some((name) => path === name || path.startsWith(`${name}/`));
}

/** The folder that a file without a rank is reported by: the first of its path, or the file itself. */
function folderOf(path: string): string {
  return path.split('/')[0]!;
}

if (import.meta.main) {
  const { violations, fileCount, folderCount } = await checkImports(
    resolve(process.argv[2] ?? join(import.meta.dirname, '../src')),
  );
  for (const violation of violations) console.log(violation);
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`imports: ${fileCount} files in ${folderCount} folders keep to their ranks`);
}
