import { parseArgs } from 'node:util';
import { ProviderSettings, type VendorOptions } from '../../src/conversation/providers/kit/index.ts';
import { type Vendor, vendors } from '../../src/conversation/providers/vendors.ts';
import { guardedDispatcher } from '../../src/platform/egress/index.ts';
import type { LiveCheck } from './checks.ts';
import { languageModelChecks } from './language-model.ts';
import type { Pace } from './speech.ts';
import { speechToSpeechChecks } from './speech-to-speech.ts';
import { transcriberChecks } from './transcriber.ts';
import {
  findCredentials,
  type LiveVendor,
  liveSpeechModels,
  liveTranscribers,
  liveVendors,
  liveVoices,
} from './vendors.ts';
import { voiceChecks } from './voice.ts';

/** Opens a provider of the vendor with a key. It is closed after the checks, so that the process can end. */
type Open = <One extends AsyncDisposable>(
  apiKey: string,
  make: (vendor: Vendor, options: VendorOptions, settings: ProviderSettings) => One,
) => One;

/** The kinds of providers, with their vendors and checks. */
const kinds: Readonly<
  Record<
    string,
    {
      vendors: Readonly<Record<string, LiveVendor>>;
      /** Whether a model must be named. */
      needsModel: boolean;
      checks: (apiKey: string, wrongKey: string, open: Open, pace: Pace) => LiveCheck[];
    }
  >
> = {
  model: {
    vendors: liveVendors,
    needsModel: true,
    checks: (apiKey, wrong, open) => {
      const model = (key: string) =>
        open(key, (vendor, options, settings) => vendor.languageModel!(options, settings));
      return languageModelChecks(model(apiKey), () => model(wrong));
    },
  },
  transcriber: {
    vendors: liveTranscribers,
    needsModel: false,
    checks: (apiKey, wrong, open, pace) => {
      const transcriber = (key: string) =>
        open(key, (vendor, options, settings) => vendor.speechToText!(options, settings));
      return transcriberChecks(transcriber(apiKey), () => transcriber(wrong), pace);
    },
  },
  voice: {
    vendors: liveVoices,
    needsModel: false,
    checks: (apiKey, wrong, open) => {
      const voice = (key: string) =>
        open(key, (vendor, options, settings) => vendor.textToSpeech!(options, settings));
      return voiceChecks(voice(apiKey), () => voice(wrong));
    },
  },
  speechToSpeech: {
    vendors: liveSpeechModels,
    needsModel: false,
    checks: (apiKey, wrong, open, pace) => {
      const model = (key: string) =>
        open(key, (vendor, options, settings) => vendor.speechToSpeech!(options, settings));
      return speechToSpeechChecks(model(apiKey), () => model(wrong), pace);
    },
  },
};

const usage = `Usage: npm run providers:live -- VENDOR [--kind KIND] [--model ID] [--voice ID] [--base-url URL]
Asks the real service of a vendor a few short questions, which cost some cents at most. KIND is model, transcriber, voice or
speechToSpeech; by default the first that the vendor has. Vendors and their variables:
${Object.entries(kinds)
  .flatMap(([kind, one]) => [
    `  ${kind}:`,
    ...Object.entries(one.vendors).map(([name, { key, needs = {} }]) => {
      const variables = [key.join(' or '), ...Object.values(needs)].join(', ');
      return `  ${name.padEnd(12)} ${variables}`;
    }),
  ])
  .join('\n')}`;

interface Options {
  args: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
  pace?: Pace;
}

/** Runs the checks of one vendor. Resolves with the exit code: 0 when all passed, 1 when one failed, 2 when none could run. */
export async function runLive({ args, environment, print, pace = 'real' }: Options): Promise<number> {
  const read = readArguments(args);
  if (read === null) {
    print(usage);
    return 2;
  }
  const { name, baseUrl, kind } = read;
  const vendor = kind.vendors[name]!;
  const found = await findCredentials(vendor, environment, baseUrl !== undefined);
  if ('missing' in found) {
    print(`${name} was not asked: set ${found.missing.join(' and ')}.`);
    return 2;
  }
  const model = read.model ?? vendor.model;
  if (model === undefined && kind.needsModel) {
    print(`${name} was not asked: name a model of yours with --model.`);
    return 2;
  }
  // A person who runs this may reach any address.
  const dispatcher = guardedDispatcher({ permits: () => true });
  await using opened = new AsyncDisposableStack();
  opened.defer(() => dispatcher.destroy());
  const settings = new ProviderSettings({
    provider: name,
    ...(model !== undefined && { model }),
    ...(read.voice !== undefined && { voice: read.voice }),
  });
  const open: Open = (apiKey, make) => {
    const options = { ...found.details, apiKey, baseUrl, dispatcher };
    return opened.use(make(vendors[name as keyof typeof vendors], options, settings));
  };
  print(`${name}, model ${model ?? 'by default'}, at ${baseUrl ?? 'its own address'}:`);
  return await runChecks(kind.checks(found.apiKey, wrongKey(found.apiKey), open, pace), print);
}

async function runChecks(checks: readonly LiveCheck[], print: (line: string) => void): Promise<number> {
  let code = 0;
  for (const { name, run } of checks) {
    try {
      print(`  passed  ${name}: ${await run()}`);
    } catch (error) {
      code = 1;
      print(`  FAILED  ${name}: ${(error as Error).message}`);
    }
  }
  return code;
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ kind: { type: 'string' }, model: { type: 'string' }, voice: { type: 'string' } },
        'base-url': { type: 'string' },
      },
    });
    const [name = ''] = positionals;
    const found = Object.entries(kinds).find(
      ([kind, one]) => Object.hasOwn(one.vendors, name) && (values.kind ?? kind) === kind,
    );
    if (found === undefined || positionals.length > 1) return null;
    return { name, kind: found[1], model: values.model, voice: values.voice, baseUrl: values['base-url'] };
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
