import { Button, Menu } from '@mantine/core';
import type { CallQuery } from './search-of.ts';

const formats = [
  { format: 'csv', title: 'CSV', about: 'One line for each call, for spreadsheets' },
  { format: 'ndjson', title: 'NDJSON', about: 'One JSON object for each call, for programs' },
] as const;

/** Downloads the calls that the filters show. */
export function ExportMenu({ query }: { query: CallQuery }) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default">Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, title, about }) => (
          <Menu.Item
            key={format}
            component="a"
            href={`/api/calls/export?${parametersOf({ format, ...query })}`}
            download={`calls.${format}`}
          >
            {title}
            <div className="menu-about">{about}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function parametersOf(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  return parameters.toString();
}
