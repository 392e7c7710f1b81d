import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parley } from '../../sdk/src/index.ts';
import { UsageError } from './command.ts';

/** Where a key is when nothing else was said: a service that was started in this folder has left its owner's there. */
const ownKeyFile = join('data', 'owner.key');

/** Somebody waits: some three seconds for a service that is just starting. */
const retriesMax = 3;

/** The service of PARLEY_URL, with the key of `--key-file`, else of PARLEY_API_KEY, else of this folder's service. */
export function connect(keyFile: string | undefined): Parley {
  const { PARLEY_URL = 'http://127.0.0.1:8080', PARLEY_API_KEY } = process.env;
  const apiKey = keyFile === undefined && PARLEY_API_KEY ? PARLEY_API_KEY : readKey(keyFile);
  if (!URL.canParse(PARLEY_URL)) throw new UsageError(`PARLEY_URL is not a URL: ${PARLEY_URL}`);
  return new Parley({ apiKey, baseUrl: PARLEY_URL, retriesMax });
}

function readKey(keyFile: string | undefined): string {
  try {
    const key = readFileSync(keyFile ?? ownKeyFile, 'utf8').trim();
    if (key !== '') return key;
  } catch (error) {
    if (keyFile !== undefined) throw new UsageError(`--key-file: ${(error as Error).message}`);
  }
  throw new UsageError(
    keyFile === undefined
      ? `There is no key: set PARLEY_API_KEY, give --key-file FILE, or call this where ${ownKeyFile} is.`
      : `--key-file: ${keyFile} is empty`,
  );
}
