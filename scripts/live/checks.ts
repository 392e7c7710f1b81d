/** One check of a vendor. It resolves with what was seen, and rejects with what is wrong. */
export interface LiveCheck {
  name: string;
  run(): Promise<string>;
}

export function check(isRight: boolean, otherwise: string): void {
  if (!isRight) throw new Error(otherwise);
}

/** Checks that work fails for good, as with a key that the vendor does not know. Returns the words of the failure. */
export async function refuses(work: Promise<unknown>): Promise<string> {
  const failure = await work.then(
    () => null,
    (error: Error & { retryable?: boolean }) => error,
  );
  check(failure !== null, 'it answered');
  check(failure!.retryable === false, `it would be asked again: ${failure!.message}`);
  return failure!.message;
}
