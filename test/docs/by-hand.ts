/** Why the blocks of a page that are marked `by-hand` are rehearsed and not run, in their order; one more is a decision. */
export const blocksByHand: Record<string, string[]> = {
  'README.md': [
    'installs, starts as every test of the program does (test/world/program.ts), and runs the tests',
    'scripts/demo.test.ts runs it',
    'minutes each; the parts of verify, the benches and the fuzzers have tests of their own',
  ],
  'docs/carriers.md': ['needs an address of its own'],
  'docs/deployment.md': [
    'changes the machine; test/docs/examples.test.ts checks the unit',
    'needs Docker and an image',
  ],
  'docs/quick-start.md': [
    'installs and starts',
    'needs somebody who listens; test/interop calls agents with baresip',
  ],
  'docs/scenarios.md': [
    'scripts/scenarios.test.ts plays every file',
    'scripts/scenarios/replay.test.ts plays a call again',
    'src/domains/scenarios and scripts/scenarios/against.test.ts compare',
  ],
  'docs/simulation.md': [
    'test/interop/carrier.test.ts is called by it',
    'src/simulation runs smaller campaigns',
  ],
};

/** Commands in sentences that no block has: where they are run, or why they are not. */
export const sentencesByHand: Record<string, string> = {
  'apt-get install baresip': 'changes the machine',
  'apt-get install sip-tester baresip pocketsphinx pocketsphinx-en-us': 'changes the machine',
  'sipp -sn uas -i 127.0.0.1 -p 5080': 'test/interop calls sipp',
  'ssh -L 8080:127.0.0.1:8080': 'needs another machine',
  'parley COMMAND': 'stands for all of them',
  'parley COMMAND --help': 'test/command-line asks each',
  'parley --help': 'test/command-line',
  'parley --version': 'packages/cli/src/find.test.ts',
  'parley mcp': 'test/command-line/mcp.test.ts',
  'parley calls analyze': 'test/command-line',
  'parley calls tail': 'test/command-line',
  'parley audit export --follow --out audit.ndjson': 'test/command-line',
  'npx parley': 'is bin/parley.js, which test/command-line runs',
  'npm install ../parley/parley-sdk-0.1.0.tgz': 'needs another project',
  'npm run sdk:pack': 'builds for some ten seconds',
  'npx vitest run scripts/sql-functions.test.ts': 'is a test of its own',
  'npx vitest run test/console': 'is the tests of the console',
  'npm run backup -- FILE': 'docs/operations.md has a block with a file',
  'npm run restore -- FILE': 'docs/operations.md has a block with a file',
  'npm run conformance -- --base-url … --key …': 'test/conformance',
  'npm run probe': 'test/audio measures recordings',
  'npm run probe -- recording.wav': 'test/audio measures recordings',
  'npm run bench:answer': 'test/audio/answer-bench.test.ts',
  'npm run fuzz:kill -- --talking 50': 'test/kill runs fewer',
  'npm run fuzz:kill -- --kills 1000': 'test/kill runs fewer',
  'npm run fuzz:workflows -- --runs 200 --kills 40': 'test/kill runs fewer',
  'npm run model -- --runs 100 --steps 500': 'test/model runs fewer',
  'npm run model -- --mutants --runs 20': 'minutes; test/model runs the model that it checks',
  'npm run keys:rotate': 'src/cli/keys-rotate.test.ts',
  'npm run keys:retire -- --yes': 'src/cli/keys-rotate.test.ts',
  'npm run configuration': 'verify compares what it makes',
  'npm run providers': 'verify compares what it makes',
  'npm run console:build': 'test/console/bundle.test.ts',
  'npm run console:dev': 'goes on until it is stopped',
};
