import { fillVariables } from '../../domains/agents/index.ts';
import { fillAddress } from '../../platform/http/index.ts';
import { ToolFailure } from './bound-tool.ts';

type Values = Record<string, unknown>;

const whole = /^\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}$/;

/**
 * Fills the variables of a URL. Values are encoded, so that each stays in its path segment or query value. Throws a
 * ToolFailure when a value would change another part of the URL.
 */
export function fillUrl(url: string, values: Values): string {
  const filled = fillAddress((encode) => {
    const encoded = Object.entries(values).map(([name, value]) => [
      name,
      encode(fillVariables('{{value}}', { value })),
    ]);
    return fillVariables(url, Object.fromEntries(encoded));
  });
  if ('url' in filled) return filled.url;
  throw new ToolFailure(`the address: ${filled.problem}`);
}

/** Fills the variables in the texts of a JSON value. A text that is a single variable becomes its value. */
export function fillJson(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const name = whole.exec(template)?.[1];
    if (name === undefined) return fillVariables(template, values);
    return Object.hasOwn(values, name) ? values[name] : null;
  }
  if (Array.isArray(template)) return template.map((item) => fillJson(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, item]) => [key, fillJson(item, values)]));
}
