import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { ProviderSettings } from '../../src/conversation/providers/kit/index.ts';
import { type Vendor, vendors } from '../../src/conversation/providers/vendors.ts';
import { languageModelChecks } from './language-model.ts';
import { findCredentials, liveVendors } from './vendors.ts';

const usage = `Usage: npm run providers:live -- VENDOR [--model ID] [--base-url URL]
Asks the real service of a vendor a few short questions, which cost a fraction of a cent. Vendors and their variables:
${Object.entries(liveVendors)
  .map(
    ([name, { key, needs = {} }]) =>
      `  ${name.padEnd(10)} ${[key.join(' or '), ...Object.values(needs)].join(', ')}`,
  )
  .join('\n')}`;

interface Options {
  args: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
}

/** Runs the checks of one vendor. Resolves with the exit code: 0 when all passed, 1 when one failed, 2 when none could run. */
export async function runLive({ args, environment, print }: Options): Promise<number> {
  const read = readArguments(args);
  const vendor = read === null ? undefined : liveVendors[read.name as keyof typeof liveVendors];
  if (read === null || vendor === undefined) {
    print(usage);
    return 2;
  }
  const { name, baseUrl } = read;
  const found = await findCredentials(vendor, environment, baseUrl !== undefined);
  if ('missing' in found) {
    print(`${name} was not asked: set ${found.missing.join(' and ')}.`);
    return 2;
  }
  const model = read.model ?? vendor.model;
  if (model === undefined) {
    print(`${name} was not asked: name a model of yours with --model.`);
    return 2;
  }
  const dispatcher = new Agent();
  const open = (apiKey: string) =>
    (vendors[name as keyof typeof liveVendors] as Required<Pick<Vendor, 'languageModel'>>).languageModel(
      { ...found.details, apiKey, baseUrl, dispatcher },
      new ProviderSettings({ provider: name, model }),
    );
  print(`${name}, model ${model}, at ${baseUrl ?? 'its own address'}:`);
  let failures = 0;
  try {
    const checks = languageModelChecks(open(found.apiKey), () => open(wrongKey(found.apiKey)));
    for (const { name: what, run } of checks) {
      try {
        print(`  passed  ${what}: ${await run()}`);
      } catch (error) {
        failures++;
        print(`  FAILED  ${what}: ${(error as Error).message}`);
      }
    }
  } finally {
    await dispatcher.destroy();
  }
  return failures === 0 ? 0 : 1;
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { model: { type: 'string' }, 'base-url': { type: 'string' } },
    });
    const [name] = positionals;
    if (name === undefined || positionals.length > 1 || !Object.hasOwn(liveVendors, name)) return null;
    return { name, model: values.model, baseUrl: values['base-url'] };
  } catch {
    return null;
  }
}

/** Returns a key of the same form that the vendor does not know. Of a service account, another is named. */
function wrongKey(apiKey: string): string {
  if (!apiKey.trimStart().startsWith('{')) return `${apiKey.slice(0, 4)}-wrong-0123456789`;
  const account = JSON.parse(apiKey) as Record<string, unknown>;
  return JSON.stringify({ ...account, client_email: 'unknown@example.com' });
}
