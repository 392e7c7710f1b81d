import { Parley } from '@parley/sdk';

/** Connects to the service of PARLEY_URL with the key of PARLEY_API_KEY. */
export function connect(): Parley {
  const { PARLEY_URL = 'http://127.0.0.1:8080', PARLEY_API_KEY } = process.env;
  if (!PARLEY_API_KEY) throw new Error('Set PARLEY_API_KEY, for example to the content of data/owner.key.');
  return new Parley({ apiKey: PARLEY_API_KEY, baseUrl: PARLEY_URL });
}
