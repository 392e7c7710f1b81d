import { readFile } from 'node:fs/promises';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

/**
 * Reads a YAML file that matches `schema`. Rejects with a message that names the file, and line and field of every
 * problem.
 */
export async function readYaml<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `${path}: there is no such file` : `${path}: ${error.message}`);
  });
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const at = (offset: number) => `${path}:${counter.linePos(offset).line}`;
  if (document.errors.length > 0) {
    throw new Error(document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`).join('\n'));
  }
  const { success, data, error } = schema.safeParse(document.toJS() ?? {});
  if (success) return data;
  const problems = error.issues.map(({ path: field, message }) => {
    const node: unknown = document.getIn(field, true);
    const place = at(isNode(node) && node.range ? node.range[0] : 0);
    return [place, ...(field.length > 0 ? [field.join('.')] : []), message].join(': ');
  });
  throw new Error(problems.join('\n'));
}
