import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * The used part of the packages that run ONNX models. Both are optional: the types are declared here, so that the program
 * can be checked and run without them.
 */
interface Package {
  env: { logLevel: 'fatal'; wasm?: { numThreads: number } };
  Tensor: new (
    type: 'float32' | 'int64',
    data: Float32Array | BigInt64Array,
    dims: readonly number[],
  ) => Tensor;
  InferenceSession: { create(bytes: Uint8Array, options: object): Promise<Session> };
}

interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Tensors, options: object): Promise<Tensors>;
}

interface Tensor {
  readonly data: ArrayLike<unknown>;
}

/** Tensors by the names of inputs or outputs. */
type Tensors = Readonly<Record<string, Tensor>>;

/** The native package is several times faster. Only the operator installs it, because it is large. */
const packages = ['onnxruntime-node', 'onnxruntime-web'] as const;

/** Prints only fatal errors. */
const quiet = { logSeverityLevel: 4 };

export interface Runtime extends Package {
  name: (typeof packages)[number];
}

/** A loaded model. It runs once at a time. */
interface Model {
  outputNames: readonly string[];
  run(inputs: Tensors): Promise<Tensors>;
}

/** No package that runs models is installed, or none can be loaded. */
export class RuntimeMissing extends Error {
  constructor(cause: unknown) {
    super('the package onnxruntime-web cannot be loaded; install it with `npm ci --include=optional`', {
      cause,
    });
    this.name = 'RuntimeMissing';
  }
}

/** Loads the first package that is installed. Throws a `RuntimeMissing`. */
export function loadRuntime(load: (name: string) => Package = createRequire(import.meta.url)): Runtime {
  let problem: unknown;
  for (const name of packages) {
    try {
      const { env, Tensor, InferenceSession } = load(name);
      env.logLevel = 'fatal';
      if (env.wasm) env.wasm.numThreads = 1;
      return { name, env, Tensor, InferenceSession };
    } catch (error) {
      problem = error;
    }
  }
  throw new RuntimeMissing(problem);
}

/** Loads a model. Rejects when the file is no ONNX model, or when its inputs are not `inputNames`. */
export async function openModel(
  { name, InferenceSession }: Runtime,
  file: string,
  inputNames: readonly string[],
): Promise<Model> {
  const bytes = await readFile(file);
  const executionProviders = [name === 'onnxruntime-web' ? 'wasm' : 'cpu'];
  const options = { ...quiet, executionProviders, intraOpNumThreads: 1, interOpNumThreads: 1 };
  const session = await InferenceSession.create(bytes, options);
  const { inputNames: found, outputNames } = session;
  if (found.length !== inputNames.length || inputNames.some((name) => !found.includes(name))) {
    throw new Error(`its inputs are ${found.join(', ')}, but must be ${inputNames.join(', ')}`);
  }
  return { outputNames, run: (inputs) => session.run(inputs, quiet) };
}

/** Returns the first number of an output. Throws when it is no probability. */
export function probabilityOf(output: Tensor | undefined): number {
  const value = output?.data[0];
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new Error(`its output must be a probability from 0 to 1, and is ${String(value)}`);
}
