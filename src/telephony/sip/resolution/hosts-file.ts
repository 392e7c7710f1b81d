import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** The addresses that the machine's own table of hosts gives a name; none where it has no such name or cannot be read. */
export async function addressesInHostsFile(name: string, path = '/etc/hosts'): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isNamed = names.some((other) => other.toLowerCase() === name.toLowerCase());
    return isNamed && isIP(address) !== 0 ? [address] : [];
  });
}
