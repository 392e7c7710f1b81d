import { isPocketSphinxInstalled } from '../../src/conversation/providers/pocketsphinx/index.ts';

/** True where Debian's recognizer and its English model are installed. Otherwise prints once what to install. */
export const hasPocketSphinx: boolean = isPocketSphinxInstalled();
if (!hasPocketSphinx) {
  console.log(
    'SKIPPED: tests of the recognizer. Install the Debian packages pocketsphinx and pocketsphinx-en-us.',
  );
}
