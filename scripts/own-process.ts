/**
 * Test files that have a process each: what starts programs, processes and threads, carries audio, measures how late
 * something is, or counts the metrics of its process. All others share processes, so that what they import is loaded
 * once and not for each of hundreds of files; they leave nothing behind there but caches.
 */
export const ownProcess = [
  ...['scripts/**/*.test.ts', 'test/**/*.test.ts', 'packages/**/*.test.ts', 'src/*.test.ts'],
  ...['backup', 'cli', 'console-files', 'db/embedded', 'jobs', 'program', 'simulation', 'telemetry'].map(
    (folder) => `src/${folder}/**/*.test.ts`,
  ),
  ...['flite', 'pocketsphinx'].map((folder) => `src/providers/${folder}/**/*.test.ts`),
  ...['media-*', 'opus', 'recorder', 'slot-clock'].map((file) => `src/media/${file}.test.ts`),
  ...['locator', 'raw-fuzz', 'stream-transport', 'udp'].map((file) => `src/sip/${file}.test.ts`),
  'src/providers/network/provider-socket.test.ts',
  'src/session/transfer/*.test.ts',
  ...['agent-unprepared', 'departure', 'early-media', 'engine', 'observe-latency', 'trunk-*'].map(
    (file) => `src/session/${file}.test.ts`,
  ),
  'src/**/{kill,killed}.test.ts',
];
