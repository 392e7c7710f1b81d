import { forbidden, invalid } from '../../platform/kernel/index.ts';
import { type EventType, eventTypes } from './event-types.ts';

/** Audit entries require the scope to export the audit log. */
function mayRead(type: EventType, scopes: ReadonlySet<string>): boolean {
  return type !== 'audit.entry' || scopes.has('audit:export');
}

/**
 * Parses a comma-separated list of event types. Without one, returns all that the scopes allow. Throws for unknown
 * types.
 */
export function readTypes(text: string | undefined, scopes: ReadonlySet<string>): EventType[] {
  return typesOf(text, (name) => eventTypes.filter((type) => type === name), scopes);
}

/** Like `readTypes`, but a name that ends with a dot selects all types with that prefix. */
export function streamedTypes(text: string | undefined, scopes: ReadonlySet<string>): EventType[] {
  const named = (name: string) =>
    eventTypes.filter((type) => type === name || (name.endsWith('.') && type.startsWith(name)));
  return typesOf(text, named, scopes);
}

function typesOf(
  text: string | undefined,
  named: (name: string) => EventType[],
  scopes: ReadonlySet<string>,
): EventType[] {
  const allowed = (types: readonly EventType[]) => types.filter((type) => mayRead(type, scopes));
  if (text === undefined) return allowed(eventTypes);
  return text.split(',').flatMap((name) => {
    const asked = allowed(known(named(name)));
    if (asked.length > 0) return asked;
    throw forbidden(
      'scope.missing',
      'Events of type audit.entry require a key that also holds audit:export.',
    );
  });
}

function known(types: EventType[]): EventType[] {
  if (types.length === 0) throw invalid('types', 'must be a comma-separated list of event types');
  return types;
}
