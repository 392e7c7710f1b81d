import { EmbeddedPostgresError } from './platform/db/embedded/index.ts';
import { createLog, type Log, readSettings, SettingsError, toError } from './platform/kernel/index.ts';
import { banner } from './program/banner.ts';
import { onLauncherGone } from './program/launcher-channel.ts';
import { recordingStoreOptions } from './program/recording-store.ts';
import { serve } from './program/serve.ts';
import { settings as definitions, type Settings } from './program/settings.ts';
import { StartFailure } from './program/start-failure.ts';

/** Starts the program, waits for a reason to stop, and stops it: signals, a launcher that is gone, a lost database. */
async function main(): Promise<number> {
  let settings: Settings;
  try {
    settings = readSettings(definitions, process.env);
    recordingStoreOptions(settings);
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
  // Before anything is started, so that a signal during the start is not lost.
  const stop = stopRequest(log);
  try {
    const running = await serve(settings, log);
    process.stderr.write(banner(settings, running));
    const lost = new Promise<string>((resolve) =>
      running.lost.addEventListener('abort', () => resolve(`lost: ${toError(running.lost.reason).message}`)),
    );
    const reason = await Promise.race([stop, lost]);
    log.info({ reason }, 'stopping: no new work is taken, live calls may end');
    await running.close();
    log.info('stopped');
    return reason.startsWith('lost') ? 1 : 0;
  } catch (error) {
    // What is written for the operator needs no stack beside it.
    if (!(error instanceof EmbeddedPostgresError || error instanceof StartFailure))
      log.fatal({ err: error }, 'parley cannot start');
    process.stderr.write(`parley cannot start: ${toError(error).message}\n`);
    return 1;
  }
}

/** Resolves at the first request to stop. A signal to the group arrives twice; later ones change nothing. */
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
// What a closed part left behind must not keep a stopped program alive.
process.exit();
