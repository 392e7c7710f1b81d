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

/** Variables that every call has by itself; an agent's default and what a call brings go before them. */
export const builtInVariables = [
  ...(['customerNumber', 'agentNumber', 'callId', 'date', 'time', 'timeZone'] as const),
];
export type BuiltInVariable = (typeof builtInVariables)[number];

/** Characters that variables come to in one text: a short text can name a long value many times. */
const filledCharactersMax = 500_000;

/** The text with its variables filled; a variable without a value is empty, and so is what goes beyond the bound. */
export function fillVariables(text: string, values: Record<string, unknown>): string {
  let filledCharacters = 0;
  return text.replaceAll(variable, (_whole, name: string) => {
    const key = name.trim();
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined || value === null || filledCharacters > filledCharactersMax) return '';
    const filled = typeof value === 'object' ? JSON.stringify(value) : String(value);
    filledCharacters += filled.length;
    return filledCharacters > filledCharactersMax ? '' : filled;
  });
}

/** What an agent's texts come to with the values of its variables; a first message that says nothing is null. */
export function fillTexts(
  agent: { prompt: string; firstMessage: string | null },
  values: Record<string, unknown>,
): { prompt: string; firstMessage: string | null } {
  const firstMessage = fillVariables(agent.firstMessage ?? '', values).trim();
  return {
    prompt: fillVariables(agent.prompt, values),
    firstMessage: firstMessage === '' ? null : firstMessage,
  };
}
