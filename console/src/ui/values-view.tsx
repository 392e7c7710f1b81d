import { FactList } from './fact-list.tsx';
import { JsonView } from './json-view.tsx';

/** Values by name: as a list where all are plain, otherwise as JSON. */
export function ValuesView({ value, label }: { value: unknown; label: string }) {
  const plain = plainValues(value);
  if (!plain) return <JsonView value={value} label={label} />;
  return <FactList facts={plain.map(([name, text]) => [name, text] as const)} />;
}

/** Returns the values as texts by name, or null when one of them has parts. */
function plainValues(value: unknown): [string, string][] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.some(([, one]) => typeof one === 'object' && one !== null)) return null;
  return entries.map(([name, one]) => [name, one === null || one === '' ? '—' : String(one)]);
}
