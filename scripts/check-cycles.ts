/**
 * Refuses circular imports. `node scripts/check-cycles.ts` prints every group of files that import each other in a
 * circle and exits with 1, or prints one line when there is none. Type imports count: files that need each other's
 * types cannot be read one after the other. Tests count like all other files.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { importsOf } from './imports-of.ts';

const folders = ['src', 'console/src', 'packages/sdk/src', 'packages/cli/src', 'test', 'scripts', 'bench'];

/** The imports of each file. Paths are relative to the root. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns the groups of files that reach each other through imports, each sorted (Tarjan's algorithm). */
export function findCycles(imports: Imports): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const cycles: string[][] = [];

  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    let low = index;
    open.push(file);
    isOpen.add(file);
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (isOpen.has(next)) low = Math.min(low, order.get(next)!);
    }
    if (low !== index) return low;
    const group = open.splice(open.indexOf(file));
    for (const member of group) isOpen.delete(member);
    if (group.length > 1 || imports.get(file)?.includes(file)) cycles.push(group.sort());
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

/** Reads the imports between the TypeScript files of these folders. */
export async function readImports(root: string, roots: readonly string[]): Promise<Imports> {
  const files: string[] = [];
  for (const folder of roots) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && /\.tsx?$/.test(entry.name)) {
        files.push(relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
      }
    }
  }
  const known = new Set(files);
  const imports = new Map<string, string[]>();
  for (const file of files.sort()) {
    const targets = importsOf(await readFile(join(root, file), 'utf8')).flatMap(({ specifier }) =>
      specifier === null ? [] : [posix.join(posix.dirname(file), specifier)],
    );
    imports.set(
      file,
      [...new Set(targets)].filter((target) => known.has(target)),
    );
  }
  return imports;
}

if (import.meta.main) {
  const imports = await readImports(resolve(import.meta.dirname, '..'), folders);
  const cycles = findCycles(imports);
  for (const cycle of cycles)
    console.log(`These files import each other in a circle:\n  ${cycle.join('\n  ')}`);
  if (cycles.length > 0) process.exitCode = 1;
  else console.log(`imports: no circle among ${imports.size} files`);
}
