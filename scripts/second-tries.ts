/** A test that passed after a failure, with that failure. */
export interface SecondTry {
  path: string;
  name: string;
  errors: readonly { message: string; stack?: string | undefined }[];
}

/** The reported frames of a stack, which include the first of our own. */
const framesMax = 4;

/** Returns the report at the end of a run. A test that passes by luck is a defect, and would remain unnoticed. */
export function secondTries(tries: readonly SecondTry[]): string {
  if (tries.length === 0) return '';
  return [
    `TRIED AGAIN: ${tries.length === 1 ? '1 test' : `${tries.length} tests`} passed after having failed.`,
    ...tries.flatMap(({ path, name, errors }) => [
      `  ${path} > ${name}`,
      ...errors
        .flatMap(({ message, stack = '' }) => [...message.split('\n'), ...framesOf(stack)])
        .map(indented),
    ]),
  ].join('\n');
}

function framesOf(stack: string): string[] {
  const frames = stack.split('\n').filter((line) => /^\s*at /.test(line) && !line.includes('node_modules'));
  return frames.slice(0, framesMax).map((line) => line.trim());
}

const indented = (line: string): string => `    ${line}`;
