import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type parse, parseAllDocuments } from 'yaml';
import { root } from './fences.ts';

export const chartFolder = join(root, 'examples/helm/parley');
const templatesFolder = join(chartFolder, 'templates');

type Values = ReturnType<typeof parse>;

/** A Kubernetes resource of the chart. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: Values;
}

/** Returns the text of each template by its name. */
export async function templates(): Promise<Map<string, string>> {
  const names = await readdir(templatesFolder);
  const texts = await Promise.all(names.map((name) => readFile(join(templatesFolder, name), 'utf8')));
  return new Map(names.map((name, i) => [name, texts[i]!]));
}

/** Returns the value of `.Values.a.b`; undefined where there is none. */
export function chartValue(values: Values, path: string): unknown {
  const names = path.replace(/^\$?\.Values\./, '').split('.');
  return names.reduce((each, name) => each?.[name], values);
}

/** Returns the text of an expression. Names of the release, and variables, become `x`. */
function rendered(expression: string, values: Values): string {
  const [first, ...functions] = expression.split(' | ');
  const path = /\$?\.Values\.[\w.]+/.exec(first!)?.[0];
  let value = path === undefined ? 'x' : chartValue(values, path);
  if (first!.startsWith('toYaml ')) return ` ${JSON.stringify(value)}`;
  const [, operation, number] = /^(add|div) \S+ (\d+)$/.exec(first!) ?? [];
  if (operation === 'add') value = Number(value) + Number(number);
  if (operation === 'div') value = Math.trunc(Number(value) / Number(number));
  if (functions.some((each) => each.startsWith('default ')) && value === '') value = 'x';
  return functions.includes('quote') ? JSON.stringify(String(value)) : String(value);
}

/**
 * Returns the resources of a template with all its conditional parts. It expands only what the chart uses of Helm's
 * language. Conditions are all true, and loops are taken once.
 */
export function resourcesOf(text: string, helpers: string, values: Values): Resource[] {
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
    .replaceAll(/\{\{- with (\S+) \}\}([\s\S]*?)\{\{- end \}\}/g, (_, path, body) =>
      body.replaceAll('toYaml . ', `toYaml ${path} `),
    )
    .replaceAll(/^\s*\{\{-? (?:if|else|end|range|with)\b[^}]*\}\}\n?/gm, '')
    .replaceAll(/\s?\{\{-? ([^}]*?) -?\}\}/g, (found, expression) => {
      const space = /^\s/.exec(found)?.[0] ?? '';
      return space + rendered(expression, values);
    });
  return parseAllDocuments(plain).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as Resource;
  });
}

/**
 * Checks a resource against the schema of its kind. Throws for a wrong value, and returns the paths of fields that the
 * schema does not have: those that its validator does not read.
 */
export async function unknownFields(resource: Resource): Promise<string[]> {
  const { apiVersion, kind } = resource;
  const models = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
  const { [kind]: model } = await import(`${models}/${apiVersion}/${kind}`);
  const unread = new Set<string>();
  const watched = new Map<string, unknown>();
  const watch = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (!watched.has(path)) {
      for (const key of Object.keys(value)) unread.add(`${path}/${key}`);
      const get = (target: object, key: string | symbol) => {
        const below = `${path}/${String(key)}`;
        unread.delete(below);
        return watch(Reflect.get(target, key), below);
      };
      watched.set(path, new Proxy(value, { get }));
    }
    return watched.get(path);
  };
  model.prototype.validate.call(watch(resource, ''));
  return [...unread];
}
