/**
 * A named SQL statement. A connection prepares it once and then sends only its name and values, which costs about half
 * the Node time of an unnamed one. The name must be unique in the program.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Changes nothing. When the connection is lost before its answer, the caller knows that nothing was stored. */
  readonly onlyReads?: true;
}

const statements = new Map<string, Statement>();

/**
 * Names a statement that may change something. When its answer is lost, `Database.query` throws an
 * `OutcomeUnknownError`, and the API answers 504. Throws when another text has the name.
 */
export function statement(name: string, text: string): Statement {
  return named({ name, text });
}

/**
 * Names a statement that changes nothing and calls no function that does. When its answer is lost, nothing was stored,
 * and the API answers 503. Throws when another text has the name.
 */
export function readStatement(name: string, text: string): Statement {
  return named({ name, text, onlyReads: true });
}

function named(made: Statement): Statement {
  const known = statements.get(made.name);
  if (known && (known.text !== made.text || known.onlyReads !== made.onlyReads))
    throw new Error(`two statements are named ${made.name}`);
  statements.set(made.name, made);
  return made;
}

/** Returns the text of a statement, or undefined when no loaded file has a statement of that name. */
export function textOfStatement(name: string): string | undefined {
  return statements.get(name)?.text;
}

/** Returns the statements of all files that are loaded. */
export function allStatements(): Statement[] {
  return [...statements.values()];
}
