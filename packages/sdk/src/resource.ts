import { callOperation, type Operation } from './operation.ts';
import type { Transport } from './transport.ts';

/** An object with a method for each operation of a resource. */
export function resource<Resource>(
  transport: Transport,
  operations: { [Name in keyof Resource]: Operation },
): Resource {
  const methods = Object.entries<Operation>(operations).map(([name, operation]) => [
    name,
    (...args: unknown[]) => callOperation(transport, operation, args),
  ]);
  return Object.fromEntries(methods) as Resource;
}
