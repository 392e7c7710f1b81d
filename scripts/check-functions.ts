/**
 * Refuses long functions. `node scripts/check-functions.ts` prints every function, method and arrow function with more
 * than 70 lines and exits with 1, or prints one line when there is none. Every line counts that is not blank: the
 * signature, comments, elements of the console's pages, templates and functions inside. Tests, `testing` folders and
 * generated files may have longer functions.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

const folders = ['src', 'console/src', 'packages/sdk/src', 'packages/cli/src', 'scripts', 'bench'];
const maxLines = 70;
const exempt = /(?:^|\/)testing\/|\.test\.tsx?$|\.gen\.ts$/;

/** A function in a source file. */
export interface FunctionLength {
  /** The name of the function, or of the variable or property that holds it. */
  name: string;
  /** The line on which it starts, from 1. */
  line: number;
  /** How many of its lines are not blank. */
  lines: number;
}

/** Returns the functions of a source file, outer ones first. Throws a SyntaxError when the file cannot be read. */
export function functionsOf(file: string, source: string): FunctionLength[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const names = new Map<number, string>();
  const found: FunctionLength[] = [];
  const textOf = (node: ESTree.Node) => source.slice(node.start, node.end);
  const add = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    found.push({
      name: node.id?.name ?? names.get(node.start) ?? 'a function without a name',
      line: source.slice(0, node.start).split('\n').length,
      lines: textOf(node)
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    });
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier') names.set(init.start, id.name);
    },
    MethodDefinition: ({ key, value }) => names.set(value.start, textOf(key)),
    PropertyDefinition({ key, value }) {
      if (value) names.set(value.start, textOf(key));
    },
    Property: ({ key, value }) => names.set(value.start, textOf(key)),
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program);
  return found;
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  let count = 0;
  for (const folder of folders) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
      if (!entry.isFile() || !/\.tsx?$/.test(path) || exempt.test(path)) continue;
      const functions = functionsOf(path, await readFile(join(root, path), 'utf8'));
      count += functions.length;
      for (const { name, line, lines } of functions.filter(({ lines }) => lines > maxLines)) {
        console.log(`${path}:${line}: ${name} has ${lines} lines, more than ${maxLines}`);
        process.exitCode = 1;
      }
    }
  }
  if (!process.exitCode) console.log(`functions: none of ${count} has more than ${maxLines} lines`);
}
