/** `node scripts/ci-line.ts <vitest's JSON> <passed|failed>` prints the closing line of `.ci/run`. */
import { readFile } from 'node:fs/promises';
import { resultsLine } from './test-results.ts';

const [file = '', outcome] = process.argv.slice(2);
const json = await readFile(file, 'utf8').catch(() => '');
console.log(resultsLine(json === '' ? null : json, outcome !== 'passed'));
