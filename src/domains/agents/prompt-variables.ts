/** Variables in a prompt: `{{name}}`, white space around the name allowed, none inside it. */
const variable = /\{\{([^{}]*)\}\}/g;

/** What a variable may be named: letters, digits and `_`, not starting with a digit. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** The names of the variables in a text, each once, in order. */
export function variablesIn(text: string): string[] {
  const found = [...text.matchAll(variable)].map((match) => match[1]!.trim());
  return [...new Set(found.filter((name) => variableName.test(name)))];
}

/** Of what is quoted from a text in a message. */
const quotedCharactersMax = 64;

/** What is wrong with the variables of a text, in words; null: nothing. Closing braces alone are text like any other. */
export function variablesProblem(text: string): string | null {
  for (const [, name = ''] of text.matchAll(variable)) {
    if (variableName.test(name.trim())) continue;
    const quoted = name.trim().slice(0, quotedCharactersMax).toWellFormed();
    return `has a variable {{${quoted}}} whose name is not letters, digits and _ (no white space)`;
  }
  // What takes a variable's place keeps the braces around it apart.
  const rest = text.replaceAll(variable, ' ');
  const at = rest.indexOf('{{');
  if (at < 0) return null;
  const quoted = rest.slice(at, at + quotedCharactersMax).split('\n', 1)[0]!;
  return `has ${quoted.toWellFormed()}, where {{ is not closed by }}; a variable is written {{name}}`;
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
