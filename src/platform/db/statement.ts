/**
 * One SQL statement under a name. A connection prepares it once and then sends only its name and values, which
 * costs about half the Node time of an unnamed one; the name has to be unique in the program.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const names = new Map<string, string>();

/** Names a statement; two different texts under one name are a mistake of this program and throw at start. */
export function statement(name: string, text: string): Statement {
  const known = names.get(name);
  if (known !== undefined && known !== text) throw new Error(`two statements are named ${name}`);
  names.set(name, text);
  return { name, text };
}

/** The text of a statement of the program; undefined where none of what is loaded has the name. */
export function textOfStatement(name: string): string | undefined {
  return names.get(name);
}
