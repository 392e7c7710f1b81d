/**
 * Refuses invented words that the field has a word for: `node scripts/check-words.ts` prints every use of a word of
 * `words` in file names, identifiers, comments, texts of the console, errors and docs, and exits with 1 if there is one.
 *
 * Camel case, `_` and `-` separate words. In tests, strings are left out except for titles, because they hold what
 * people say in simulated conversations.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exceptions, words } from './words.ts';

export interface WordUse {
  path: string;
  /** 0 for the name of the file. */
  line: number;
  found: string;
  use: string;
}

const checked = /^(?:src|console\/src|packages|scripts|bench|test|sql|docs|examples|bin)\/|^README\.md$/;
const readable = /\.(?:ts|tsx|mts|js|md|sql|css|html|yaml|json)$/;
/** Generated from files that are checked, or the lists of this check. */
const skipped =
  /\.gen\.ts$|\.schema\.json$|(?:^|\/)(?:dist|node_modules|fixtures|recorded)\/|^scripts\/(?:check-)?words(?:\.test)?\.ts$|^docs\/images\//;

/** Returns every use of a listed word in a file, apart from the exceptions. */
export function wordUses(path: string, text: string): WordUse[] {
  const lines = [path, ...textToCheck(path, text).split('\n')];
  return lines.flatMap((line, index) => {
    const plain = separated(line);
    return words.flatMap(({ old, use, only, unless }) => {
      if (only && !only.test(path)) return [];
      const found = (unless ? plain.replaceAll(unless, '') : plain).match(old);
      if (!found || isException(path, plain, found[0])) return [];
      return [{ path, line: index, found: found[0], use }];
    });
  });
}

function isException(path: string, line: string, found: string): boolean {
  return exceptions.some(
    (exception) =>
      exception.word.test(found) && exception.path.test(path) && (exception.text?.test(line) ?? true),
  );
}

/** Returns a line with its identifiers as single words in lower case. */
function separated(line: string): string {
  return line
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
}

const tokens =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<regex>(?<=[=(,:;!&|?{}[]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*)|(?<title>(?<=\b(?:it|test|describe)(?:\.\w+)*\(\s*)(?:'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`))|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)/g;

/** Returns the text of a file without the strings of a test. Lines keep their numbers. */
function textToCheck(path: string, text: string): string {
  const isTest = /\.test\.tsx?$|^test\//.test(path);
  if (!isTest || !/\.tsx?$/.test(path)) return text;
  return text.replaceAll(tokens, (token, ...groups) => {
    const { regex, string } = groups.at(-1) as Record<string, string | undefined>;
    return (regex ?? string) === undefined ? token : token.replaceAll(/[^\n]/g, '');
  });
}

function filesToCheck(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return listed
    .split('\0')
    .filter((path) => checked.test(path) && readable.test(path) && !skipped.test(path));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const files = filesToCheck(root);
  const uses = files.flatMap((path) => wordUses(path, readFileSync(join(root, path), 'utf8')));
  for (const { path, line, found, use } of uses) console.log(`${path}:${line} "${found}": write ${use}`);
  if (uses.length > 0) process.exitCode = 1;
  console.log(`words: ${files.length} files, ${uses.length} refused`);
}
