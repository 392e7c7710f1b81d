import type { Log } from '../../platform/kernel/index.ts';
import type { TurnDetector } from './interfaces/index.ts';
import type { ModelTurnDetector } from './turn-detection/index.ts';

/** The detector of ends of turns that all conversations share. It opens when it is first asked for. */
export class SharedTurnDetector {
  readonly #modelsDir: string | null;
  readonly #log: Log;
  #opening: Promise<ModelTurnDetector | null> | null = null;

  constructor(modelsDir: string | null, log: Log) {
    this.#modelsDir = modelsDir;
    this.#log = log;
  }

  async open(): Promise<TurnDetector | null> {
    const modelsDir = this.#modelsDir;
    if (modelsDir === null) return null;
    this.#opening ??= import('./turn-detection/index.ts').then((code) =>
      code.openTurnDetector(modelsDir, this.#log),
    );
    const detector = await this.#opening;
    return detector?.isUsable ? detector : null;
  }

  async close(): Promise<void> {
    await (await this.#opening)?.[Symbol.asyncDispose]();
  }
}
