import { toError } from '../platform/kernel/index.ts';

/** A start that failed because of a setting. The message names it for the operator. */
export class StartFailure extends Error {}

/** Runs `work`. When it fails, rejects with a StartFailure that names the settings. */
export async function dependingOn<Result>(settings: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`${toError(error).message} (see ${settings})`, { cause: error });
  }
}
