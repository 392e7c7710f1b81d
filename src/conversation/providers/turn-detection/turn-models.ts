import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of models that judge ends of turns, as paths; `null` for a model that is not there. */
export interface TurnModels {
  smartTurn: string | null;
  silero: string | null;
}

/** Returns the newest file of each model in a folder. Rejects when the folder cannot be read. */
export async function findTurnModels(folder: string): Promise<TurnModels> {
  const names = await readdir(folder);
  const newest = (pattern: RegExp) => {
    const found = names.filter((name) => pattern.test(name)).sort(byVersion);
    const last = found.at(-1);
    return last === undefined ? null : join(folder, last);
  };
  return { smartTurn: newest(/^smart-turn.*\.onnx$/), silero: newest(/^silero_vad.*\.onnx$/) };
}

/** Compares names without their extension, and numbers in them by value: `v3.2` comes before `v3.10`. */
function byVersion(one: string, other: string): number {
  const plain = (name: string) => name.slice(0, -'.onnx'.length);
  return plain(one).localeCompare(plain(other), 'en', { numeric: true });
}
