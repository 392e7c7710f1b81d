import { toError } from '../platform/kernel/index.ts';
import { type OperatorDatabase, openOperatorDatabase } from './operator-database.ts';
import { errorJson, isUsageError } from './told-error.ts';

/** What a command is handed. */
interface CommandTools {
  /** The installation's database, closed by `await using`. */
  openDatabase(): Promise<OperatorDatabase & AsyncDisposable>;
  print(line: string): void;
}

/**
 * Runs one operator command and sets the exit code: 0 when `command` answers true, 1 when it answers false or
 * fails, 2 when it was called wrongly. With `--help` it says the usage and runs
 * nothing; with `--json` an error is one object.
 */
export async function runCommand(
  usage: string,
  command: (tools: CommandTools) => Promise<boolean>,
): Promise<void> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    const succeeded = await command({
      async openDatabase() {
        const database = await openOperatorDatabase();
        return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
      },
      print: (line) => void process.stdout.write(`${line}\n`),
    });
    process.exitCode = succeeded ? 0 : 1;
  } catch (thrown) {
    const isUsage = isUsageError(thrown);
    const text = `${toError(thrown).message}\n${isUsage ? `\nUsage: ${usage}\n` : ''}`;
    process.stderr.write(process.argv.includes('--json') ? `${errorJson(thrown)}\n` : text);
    process.exitCode = isUsage ? 2 : 1;
  }
}
