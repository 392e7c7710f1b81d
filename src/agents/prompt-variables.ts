/** Variables in a prompt: `{{name}}`, white space around the name allowed, none inside it. */
const variable = /\{\{([^{}]*)\}\}/g;

/** What a variable may be named: letters, digits and `_`, not starting with a digit. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** The names of the variables in a text, each once, in order; names that are none are in `malformed`. */
export function variablesIn(text: string): { names: string[]; malformed: string[] } {
  const found = [...text.matchAll(variable)].map((match) => match[1]!.trim());
  const names = new Set(found.filter((name) => variableName.test(name)));
  return { names: [...names], malformed: found.filter((name) => !variableName.test(name)) };
}

/** The text with its variables filled; a variable without a value is empty. */
export function fillVariables(text: string, values: Record<string, unknown>): string {
  return text.replaceAll(variable, (_whole, name: string) => {
    const key = name.trim();
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}
