import { type Log, toError } from '../../../platform/kernel/index.ts';
import { ModelTurnDetector } from './turn-detector.ts';
import { findTurnModels, type TurnModels } from './turn-models.ts';

export type { ModelTurnDetector };
export { findTurnModels };

/**
 * Returns a detector with the models of a folder, which it begins to load; `null` when the folder has none. Logs a warning
 * and returns `null` when the folder cannot be read. `judgementMs` is the longest judgement.
 */
export async function openTurnDetector(
  folder: string,
  log: Log,
  judgementMs?: number,
): Promise<ModelTurnDetector | null> {
  let models: TurnModels;
  try {
    models = await findTurnModels(folder);
  } catch (error) {
    log.warn(`PARLEY_MODELS_DIR cannot be read: ${toError(error).message}`);
    return null;
  }
  const { smartTurn, silero } = models;
  if (smartTurn === null && silero === null) return null;
  return new ModelTurnDetector({ models, log, ...(judgementMs !== undefined && { judgementMs }) });
}
