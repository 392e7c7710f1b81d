import { parseArgs } from 'node:util';
import { type Operation, operations } from './check.ts';

/** The arguments of the command line. */
export interface Arguments {
  readonly baseUrl: string;
  /** The key itself, or the file that holds it. */
  readonly key: { readonly text: string } | { readonly file: string };
  readonly otherKey: string | null;
  readonly fixturesFile: string | null;
  readonly only: readonly Operation[];
  readonly documentOnly: boolean;
  readonly json: boolean;
}

export const usage = `npm run conformance -- --base-url URL --key KEY [options]

Holds a server against the interface document and the decisions about what it leaves open.

  --base-url URL        the base address of the server, such as http://127.0.0.1:8080
  --key KEY             an API key that may do everything in its organization
  --key-file FILE       the same, read from a file
  --other-key KEY       a key of another organization, for the checks that keep them apart
  --fixtures FILE       ids of what exists already, as JSON, for a server that cannot make them
  --only OPERATION      may be repeated: ${operations.join(', ')}
  --document-only       leaves out what the decisions add to the document
  --json                prints the report as JSON

The exit code is 0 when no check failed, 1 when one did, 2 when the command line is wrong.`;

function isOperation(text: string): text is Operation {
  return (operations as readonly string[]).includes(text);
}

/** Reads the command line. Throws an Error that names the wrong argument. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'base-url': { type: 'string' },
      key: { type: 'string' },
      'key-file': { type: 'string' },
      'other-key': { type: 'string' },
      fixtures: { type: 'string' },
      only: { type: 'string', multiple: true },
      'document-only': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const baseUrl = values['base-url'] ?? '';
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new Error('--base-url must be an http or https address');
  }
  const keyFile = values['key-file'];
  if ((values.key === undefined) === (keyFile === undefined)) {
    throw new Error('one of --key and --key-file is needed');
  }
  const only = (values.only ?? []).flatMap((text) => text.split(','));
  const unknown = only.find((text) => !isOperation(text));
  if (unknown !== undefined)
    throw new Error(`--only ${unknown}: the operations are ${operations.join(', ')}`);
  return {
    baseUrl,
    key: keyFile === undefined ? { text: values.key ?? '' } : { file: keyFile },
    otherKey: values['other-key'] ?? null,
    fixturesFile: values.fixtures ?? null,
    only: only.filter(isOperation),
    documentOnly: values['document-only'],
    json: values.json,
  };
}
