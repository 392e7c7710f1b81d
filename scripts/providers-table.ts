import { z } from 'zod';
import { keyedProviders } from '../src/conversation/providers/catalog.ts';
import { Model, SpeechToSpeech, Transcriber, Voice } from '../src/domains/agents/index.ts';

const begin = '<!-- Made by `npm run providers` from the schemas of an agent; edit those, not this. -->\n';
const end = '<!-- End of what is made. -->\n';

const columns = { model: Model, voice: Voice, transcriber: Transcriber, speechToSpeech: SpeechToSpeech };

/** Returns the page with its table of providers from the schemas. Throws when the page has no marks for it. */
export function withProvidersTable(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/providers.md has no place for the table of providers');
  return page.slice(0, from + begin.length) + table() + page.slice(to);
}

function table(): string {
  const fields = Object.values(columns).map(fieldsByProvider);
  const names = [...new Set(fields.flatMap((column) => [...column.keys()]))];
  const cells = names.map((name) => [
    `\`${name}\``,
    (keyedProviders as readonly string[]).includes(name) ? 'yes' : 'no',
    ...fields.map((column) => column.get(name) ?? ''),
  ]);
  const head = ['provider', 'needs a key', ...Object.keys(columns).map((name) => `fields of \`${name}\``)];
  const rows = [head, head.map(() => '---'), ...cells];
  return rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
}

interface Alternative {
  properties: Record<string, { const?: string; enum?: string[]; deprecated?: boolean }>;
  required?: string[];
}

/** Returns the fields beside `provider` by provider, in words. Required fields are bold. */
function fieldsByProvider(schema: z.ZodType): Map<string, string> {
  const { $defs = {}, ...own } = z.toJSONSchema(schema, { io: 'input' }) as {
    $defs?: Record<string, { oneOf?: Alternative[] }>;
    oneOf?: Alternative[];
  };
  const alternatives = own.oneOf ?? Object.values($defs).find(({ oneOf }) => oneOf)?.oneOf ?? [];
  return new Map(
    alternatives.flatMap(({ properties, required = [] }) => {
      const isShown = (name: string) => name !== 'provider' && properties[name]?.deprecated !== true;
      const names = Object.keys(properties).filter(isShown);
      const shown = names.map((name) => (required.includes(name) ? `**\`${name}\`**` : `\`${name}\``));
      const fields = shown.length === 0 ? 'none' : shown.join(', ');
      const { const: one = '', enum: providers = [one] } = properties.provider ?? {};
      return providers.map((provider) => [provider, fields] as const);
    }),
  );
}
