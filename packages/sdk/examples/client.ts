import { Parley } from '@parley/sdk';

/** The client of every example. The environment names the service and holds the key of an organization. */
export function connect(): Parley {
  const { PARLEY_URL = 'http://127.0.0.1:8080', PARLEY_API_KEY } = process.env;
  if (!PARLEY_API_KEY) throw new Error('Set PARLEY_API_KEY, for instance to what is in data/owner.key.');
  return new Parley({ apiKey: PARLEY_API_KEY, baseUrl: PARLEY_URL });
}
