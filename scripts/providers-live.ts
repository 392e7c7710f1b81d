/** `npm run providers:live -- VENDOR` checks a vendor's real service with a key in the environment. */
import { runLive } from './live/run.ts';

process.exitCode = await runLive({
  args: process.argv.slice(2),
  environment: process.env,
  print: (line) => console.log(line),
});
