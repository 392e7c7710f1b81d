import { toError } from '../platform/kernel/index.ts';
import { errorJson, isUsageError } from './command-error.ts';
import { type OperatorDatabase, openOperatorDatabase } from './operator-database.ts';

/** The functions that a command gets. */
interface CommandTools {
  /** Opens the installation's database. `await using` closes it. */
  openDatabase(): Promise<OperatorDatabase & AsyncDisposable>;
  print(line: string): void;
}

/**
 * Runs an operator's command and sets the exit code: 0 when `command` returns true, 1 when it returns false or fails, 2 for
 * wrong arguments. `--help` prints the usage and runs nothing. `--json` prints an error as one object.
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
