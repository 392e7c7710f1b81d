import { candidates, presetParts, wishes } from '../src/conversation/providers/presets/index.ts';

const begin = '<!-- Made by `npm run providers` from the candidates of presets; edit those, not this. -->\n';
const end = '<!-- End of the presets. -->\n';

/** Returns the page with a table for each preset. Throws when the page has no marks for them. */
export function withPresetTables(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/providers.md has no place for the tables of presets');
  const tables = Object.entries(wishes).map(([wish, label]) => tableOf(wish as keyof typeof wishes, label));
  return page.slice(0, from + begin.length) + tables.join('') + page.slice(to);
}

function tableOf(wish: keyof typeof wishes, label: string): string {
  const rows = presetParts.flatMap((part) =>
    candidates[wish][part].map(({ provider, settings, fact, source, checkedOn, languages }) => [
      part,
      settings.model ? `\`${provider}\`, \`${settings.model}\`` : `\`${provider}\``,
      languages?.join(', ') ?? '',
      source === null ? fact : `${fact} [${checkedOn}](${source})`,
    ]),
  );
  const head = [
    'part',
    'provider, best first',
    'only for',
    'fact, and the day on which its page was checked',
  ];
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`);
  return `\n**${label}** (\`${wish}\`)\n\n${lines.join('')}`;
}
