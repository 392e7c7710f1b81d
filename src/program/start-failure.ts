import { toError } from '../platform/kernel/index.ts';

/** A start that a setting made impossible: written for the operator, naming the setting. */
export class StartFailure extends Error {}

/** What `work` gives; when it fails, a StartFailure that names the settings it depends on. */
export async function dependingOn<Result>(settings: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`${toError(error).message} (see ${settings})`, { cause: error });
  }
}
