import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Returns the addresses of a name in the hosts file; empty when it is absent or the file is unreadable. */
export async function addressesInHostsFile(name: string, path = '/etc/hosts'): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isNamed = names.some((other) => other.toLowerCase() === name.toLowerCase());
    return isNamed && isIP(address) !== 0 ? [address] : [];
  });
}
