/** Matches `{{name}}`. White space is allowed around the name, not inside it. */
const variable = /\{\{([^{}]*)\}\}/g;

/** Matches a variable name: letters, digits and `_`, not starting with a digit. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Returns the names of the variables in a text, each once, in order of appearance. */
export function variablesIn(text: string): string[] {
  const found = [...text.matchAll(variable)].map((match) => match[1]!.trim());
  return [...new Set(found.filter((name) => variableName.test(name)))];
}

/** Maximum length of a quotation in an error message. */
const quotedCharactersMax = 64;

/** Returns what is wrong with the variables of a text, or null. Closing braces alone are ordinary text. */
export function variablesProblem(text: string): string | null {
  for (const [, name = ''] of text.matchAll(variable)) {
    if (variableName.test(name.trim())) continue;
    const quoted = name.trim().slice(0, quotedCharactersMax).toWellFormed();
    return `has a variable {{${quoted}}} whose name is not letters, digits and _ (no white space)`;
  }
  // The space keeps braces on both sides of a variable apart.
  const rest = text.replaceAll(variable, ' ');
  const at = rest.indexOf('{{');
  if (at < 0) return null;
  const quoted = rest.slice(at, at + quotedCharactersMax).split('\n', 1)[0]!;
  return `has ${quoted.toWellFormed()}, where {{ is not closed by }}; a variable is written {{name}}`;
}

/** Variables that every call has. An agent's defaults and the call's own values take precedence. */
export const builtInVariables = [
  ...(['customerNumber', 'agentNumber', 'callId', 'date', 'time', 'timeZone', 'memory'] as const),
];
export type BuiltInVariable = (typeof builtInVariables)[number];

/** Maximum characters that all variables add to one text, because a short text can name a long value many times. */
const filledCharactersMax = 500_000;

/** Fills the variables of a text. A variable without a value, or beyond the length limit, becomes empty. */
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

export const keyTermCharactersMax = 100;

/** The boost of a key term without one, on the scale of more than 0 to 1. */
const usualBoost = 0.5;

/**
 * Fills the variables of key terms. Terms that become empty or too long are left out. Those with the highest boost come
 * first, and otherwise the order stays.
 */
export function fillKeyTerms(
  terms: readonly (string | { term: string; boost: number })[],
  values: Record<string, unknown>,
): { keyTerms: string[]; boosts: ReadonlyMap<string, number> } {
  const filled = terms.flatMap((given) => {
    const { term, boost } = typeof given === 'string' ? { term: given, boost: null } : given;
    const text = fillVariables(term, values).replace(/\s+/g, ' ').trim();
    return text !== '' && text.length <= keyTermCharactersMax ? [{ text, boost }] : [];
  });
  const boostOf = ({ boost }: { boost: number | null }) => boost ?? usualBoost;
  const sorted = filled.toSorted((one, other) => boostOf(other) - boostOf(one));
  return {
    keyTerms: [...new Set(sorted.map(({ text }) => text))],
    // A term that is there twice keeps the highest boost.
    boosts: new Map(
      sorted.toReversed().flatMap(({ text, boost }) => (boost === null ? [] : [[text, boost]])),
    ),
  };
}

/**
 * Fills the variables of an agent's texts. A first message that becomes empty is null. `memory`, what is known of the
 * customer, follows a prompt that does not place it with `{{memory}}`. It is added last, so that no variable in it is filled.
 */
export function fillTexts(
  agent: { prompt: string; firstMessage: string | null },
  values: Record<string, unknown>,
  memory: string,
): { prompt: string; firstMessage: string | null } {
  const firstMessage = fillVariables(agent.firstMessage ?? '', values).trim();
  const prompt = fillVariables(agent.prompt, values);
  const isPlaced = memory === '' || variablesIn(agent.prompt).includes('memory');
  return {
    prompt: isPlaced ? prompt : `${prompt}\n\n${memory}`,
    firstMessage: firstMessage === '' ? null : firstMessage,
  };
}
