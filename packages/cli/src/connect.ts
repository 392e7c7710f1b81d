import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parley, type RetryNotice } from '../../sdk/src/index.ts';
import { UsageError } from './command.ts';

/** Returns the address of a service that this environment starts on this machine. */
function ownUrl(): string {
  return `http://127.0.0.1:${process.env.PARLEY_HTTP_PORT || 8080}`;
}

/** Returns the default key file. A service that this environment starts in this folder writes its owner's key there. */
function ownKeyFile(): string {
  return join(process.env.PARLEY_DATA_DIR || 'data', 'owner.key');
}

/** Waits about three seconds for a service that is starting, because a person waits for the command. */
const retriesMax = 3;

/**
 * Connects to PARLEY_URL, else to this machine's service, with the key of `--key-file`, else of PARLEY_API_KEY, else of
 * this machine's service. PARLEY_HTTP_PORT and PARLEY_DATA_DIR say where that service is, as they do when it starts.
 */
export function connect(keyFile: string | undefined): Parley {
  const { PARLEY_URL, PARLEY_API_KEY } = process.env;
  const isOfEnvironment = keyFile === undefined && PARLEY_API_KEY !== undefined && PARLEY_API_KEY !== '';
  const apiKey = isOfEnvironment ? PARLEY_API_KEY : readKey(keyFile);
  try {
    return new Parley({ apiKey, baseUrl: PARLEY_URL || ownUrl(), retriesMax, onRetry: noteLongRetry });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const keyName = isOfEnvironment ? 'PARLEY_API_KEY' : (keyFile ?? ownKeyFile());
    throw new UsageError(
      error.message
        .replace(/^apiKey/, keyName)
        .replace(/^baseUrl/, PARLEY_URL ? 'PARLEY_URL' : 'PARLEY_HTTP_PORT'),
    );
  }
}

/** Writes a note when a command that follows events goes on retrying after `retriesMax`. Other commands fail by then. */
function noteLongRetry({ error, attempt }: RetryNotice): void {
  if (attempt === retriesMax + 1)
    process.stderr.write(`parley: ${error.message} Waiting until the service is available again.\n`);
}

function readKey(keyFile: string | undefined): string {
  try {
    const key = readFileSync(keyFile ?? ownKeyFile(), 'utf8').trim();
    if (key !== '') return key;
  } catch (error) {
    if (keyFile !== undefined) throw new UsageError(`--key-file: ${(error as Error).message}`);
  }
  throw new UsageError(
    keyFile === undefined
      ? `There is no API key. Set PARLEY_API_KEY, use --key-file FILE, or run the command where ${ownKeyFile()} is.`
      : `--key-file: ${keyFile} is empty`,
  );
}
