import { EmbeddedPostgresError } from './platform/db/embedded/index.ts';
import { createLog, type Log, readSettings, SettingsError, toError } from './platform/kernel/index.ts';
import { banner } from './program/banner.ts';
import { onLauncherGone } from './program/launcher-channel.ts';
import { mailOptions } from './program/mail-options.ts';
import { recordingStoreOptions } from './program/recording-store.ts';
import { serve } from './program/serve.ts';
import { settings as definitions, type Settings } from './program/settings.ts';
import { StartFailure } from './program/start-failure.ts';

/** Runs the program until a signal, the end of the launcher or the loss of the database. Returns the exit code. */
async function main(): Promise<number> {
  let settings: Settings;
  try {
    settings = readSettings(definitions, process.env);
    recordingStoreOptions(settings);
    mailOptions(settings);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`parley cannot start:\n${error.message}\n`);
    return 2;
  }
  if (/^(0\.0\.0\.0|::)$/.test(settings.sipHost) && settings.publicAddress === null) {
    process.stderr.write(
      'parley cannot start:\nPARLEY_PUBLIC_ADDRESS must be set to the address that SIP peers reach, because PARLEY_SIP_HOST is a wildcard.\n',
    );
    return 2;
  }
  const log = createLog(settings.logLevel);
  // Before the start, so that a signal during the start is not lost.
  const stop = stopRequest(log);
  try {
    const running = await serve(settings, log);
    process.stderr.write(banner(settings, running));
    const lost = new Promise<string>((resolve) =>
      running.lost.addEventListener('abort', () => resolve(`lost: ${toError(running.lost.reason).message}`)),
    );
    const reason = await Promise.race([stop, lost]);
    log.info({ reason }, 'stopping: no new work is taken, live calls may end');
    return (await stopped(running.close(), log)) && !reason.startsWith('lost') ? 0 : 1;
  } catch (error) {
    // These errors are written for the operator and need no stack.
    if (!(error instanceof EmbeddedPostgresError || error instanceof StartFailure))
      log.fatal({ err: error }, 'parley cannot start');
    process.stderr.write(`parley cannot start: ${toError(error).message}\n`);
    return 1;
  }
}

/** Waits until every part is closed. Returns whether all closed without a failure. */
async function stopped(closing: Promise<void>, log: Log): Promise<boolean> {
  try {
    await closing;
    log.info('stopped');
    return true;
  } catch (error) {
    log.error({ err: error }, 'stopped, but a part could not be closed');
    return false;
  }
}

/** Resolves at the first request to stop. A signal to the process group arrives twice; later requests change nothing. */
function stopRequest(log: Log): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    onLauncherGone(() => resolve('the launcher is gone'));
    process.on('unhandledRejection', (error) => {
      log.fatal({ err: error }, 'an unhandled failure');
      resolve('lost: an unhandled failure');
    });
  });
}

process.exitCode = await main();
// A timer or socket that a closed part left open must not keep the program alive.
process.exit();
