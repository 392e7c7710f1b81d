import { forbidden, invalid } from '../../platform/kernel/index.ts';
import { type EventType, eventTypes } from './event-types.ts';

/** Entries of the audit log are for who may export it. */
function mayRead(type: EventType, scopes: ReadonlySet<string>): boolean {
  return type !== 'audit.entry' || scopes.has('audit:export');
}

/** The types of events that are asked for, separated by commas; without a text, all that the scopes allow. Throws for others. */
export function readTypes(text: string | undefined, scopes: ReadonlySet<string>): EventType[] {
  return typesOf(text, (name) => eventTypes.filter((type) => type === name), scopes);
}

/** As `readTypes`, where a name that ends with a dot stands for all types that begin so. */
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
    throw forbidden('scope.missing', 'The events audit.entry need a key that also holds audit:export.');
  });
}

function known(types: EventType[]): EventType[] {
  if (types.length === 0) throw invalid('types', 'must be types of events, separated by commas');
  return types;
}
