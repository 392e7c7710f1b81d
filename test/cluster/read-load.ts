import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../world/program.ts';

interface Operation {
  parameters?: { required?: boolean }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** Returns the paths of the API that list or show something without an id. */
export async function readPaths(): Promise<string[]> {
  const file = resolve(import.meta.dirname, '../../openapi/openapi.json');
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
    paths: Record<string, { get?: Operation }>;
  };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const isJson = get?.responses['200']?.content?.['application/json'] !== undefined;
    const isWhole = !path.includes('{') && !get?.parameters?.some(({ required }) => required);
    return path.startsWith('/api/') && isJson && isWhole ? [path] : [];
  });
}

export interface ReadLoadOptions {
  request: Program['request'];
  key: string;
  random: () => number;
  /** Returns the id of a call. */
  callId: () => string | undefined;
}

/** Reads from every route, and calls in detail, until it is stopped. */
export class ReadLoad {
  #stopped = false;
  readonly #done: Promise<void>;

  constructor(options: ReadLoadOptions, paths: readonly string[]) {
    this.#done = this.#readOn(options, paths);
    // `stop` rejects with the failure.
    this.#done.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  async #readOn({ request, key, random, callId }: ReadLoadOptions, paths: readonly string[]): Promise<void> {
    while (!this.#stopped) {
      const id = random() < 0.3 ? callId() : undefined;
      const details = [`/api/calls/${id}`, `/api/calls/${id}/why`, '/readyz'];
      const among = id === undefined ? paths : details;
      await request('GET', among[Math.floor(random() * among.length)]!, { key }).catch(() => null);
      await sleep(50 + random() * 300);
    }
  }
}
