import { checkSteps, type SchemaIssue } from './json-schema-check.ts';
import { type ReadSchema, readSchema } from './json-schema-reading.ts';
import { Turns } from './turns.ts';

/** The time, in milliseconds, after which a check lets the event loop go on. */
const sliceMs = 4;
/** Shared by all checks of a process: together they take 4 ms of a round of the event loop, alternately. */
const turns = new Turns<object>();

/** Cached, because a tool's schema is used with each of its calls. */
const readSchemas = new WeakMap<object, ReadSchema | null>();

/**
 * Returns the first violation of a JSON Schema that a user wrote. Returns `null` when there is none, or when the schema
 * is not supported. A value that would take too many checks is wrong as a whole. A long check leaves the thread to
 * others every 4 ms, and rejects with the signal's reason.
 */
export async function schemaIssue(
  schema: Record<string, unknown>,
  value: unknown,
  signal?: AbortSignal,
): Promise<SchemaIssue | null> {
  const read = readOnce(schema);
  if (!read) return null;
  const steps = checkSteps(read, value);
  // Most checks end with the first step, and wait for no other.
  let step = steps.next();
  while (!step.done) {
    await turns.take(steps);
    signal?.throwIfAborted();
    const endsAtMs = performance.now() + sliceMs;
    do step = steps.next();
    while (!step.done && performance.now() < endsAtMs);
  }
  return step.value;
}

/** Returns the first violation as a sentence that names its place, or `null`. */
export async function schemaProblem(...checked: Parameters<typeof schemaIssue>): Promise<string | null> {
  const issue = await schemaIssue(...checked);
  return issue && `${issue.path.join('.') || 'the whole'}: ${issue.message}`;
}

function readOnce(schema: Record<string, unknown>): ReadSchema | null {
  const known = readSchemas.get(schema);
  if (known !== undefined) return known;
  let read: ReadSchema | null = null;
  try {
    read = readSchema(schema);
  } catch {
    // A tool server's schema may use what is not supported. The server then checks the arguments alone.
  }
  readSchemas.set(schema, read);
  return read;
}
