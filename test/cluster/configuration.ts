import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const configurationFolder = resolve(import.meta.dirname, '../../examples/cluster');

/** Reads a file of `examples/cluster/` and fills its `${NAME}`. Throws for a name without a value. */
export async function configuration(file: string, values: Record<string, string>): Promise<string> {
  const text = await readFile(join(configurationFolder, file), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} needs a value for ${name}`);
    return value;
  });
}

/** The addresses of the machines by name. The driver has the carriers and counts their calls. */
export const addresses = {
  driver: '10.77.0.1',
  database1: '10.77.0.11',
  database2: '10.77.0.12',
  database3: '10.77.0.13',
  proxy: '10.77.0.20',
  api1: '10.77.0.31',
  api2: '10.77.0.32',
  calls1: '10.77.0.41',
  calls2: '10.77.0.42',
  sip: '10.77.0.50',
} as const;

export type MachineName = Exclude<keyof typeof addresses, 'driver'>;

export const machineNames = Object.keys(addresses).filter((name) => name !== 'driver') as MachineName[];

/** The values that are the same on all machines. */
export const commonValues: Record<string, string> = {
  DATABASE_1: addresses.database1,
  DATABASE_2: addresses.database2,
  DATABASE_3: addresses.database3,
  PROXY: addresses.proxy,
  API_1: addresses.api1,
  API_2: addresses.api2,
  CALLS_1: addresses.calls1,
  CALLS_2: addresses.calls2,
  SIP: addresses.sip,
  NETWORK: '10.77.0.0/24',
  PASSWORD: 'only-in-these-namespaces',
  SECRET: 'a secret for the cluster, long enough',
  // The tests lose standbys, and expect calls meanwhile.
  REQUIRE_SYNCHRONOUS: 'false',
  // The cluster has no object store.
  ...{ S3_ENDPOINT: '', S3_BUCKET: '', S3_REGION: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' },
};
