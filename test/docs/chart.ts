import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type parse, parseAllDocuments } from 'yaml';
import { root } from './fences.ts';

export const chartFolder = join(root, 'examples/helm/parley');
const templatesFolder = join(chartFolder, 'templates');

/** A Kubernetes resource whose values are not filled in. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: ReturnType<typeof parse>;
}

/** Returns the text of each template by its name. */
export async function templates(): Promise<Map<string, string>> {
  const names = await readdir(templatesFolder);
  const texts = await Promise.all(names.map((name) => readFile(join(templatesFolder, name), 'utf8')));
  return new Map(names.map((name, i) => [name, texts[i]!]));
}

/**
 * Returns the resources of a template with all its conditional parts. It expands only what the chart uses of Helm's
 * language: `include` with `nindent`. Conditions and loops are taken once, and values become `x`.
 */
export function resourcesOf(text: string, helpers: string): Resource[] {
  const parts = new Map(
    [...helpers.matchAll(/\{\{- define "([\w.]+)" -\}\}\n([\s\S]*?)\n\{\{- end \}\}(?=\n\n|\n$|$)/g)].map(
      ([, name, body]) => [name!, body!],
    ),
  );
  const included = (name: string, indent: number): string => {
    const body = parts.get(name);
    if (body === undefined) throw new Error(`no template defines ${name}`);
    return body
      .split('\n')
      .map((line) => `\n${' '.repeat(indent)}${line}`)
      .join('');
  };
  const plain = text
    .replaceAll(/\s*\{\{- include "([\w.]+)"[^}]*\| nindent (\d+) \}\}/g, (_, name, indent) =>
      included(name, Number(indent)),
    )
    .replaceAll(/\{\{- toYaml [^}]* \}\}/g, '{}')
    .replaceAll(/^\s*\{\{-? (?:if|else|end|range|with)\b[^}]*\}\}\n?/gm, '')
    .replaceAll(/\{\{-? [^}]* -?\}\}/g, 'x');
  return parseAllDocuments(plain).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as Resource;
  });
}
