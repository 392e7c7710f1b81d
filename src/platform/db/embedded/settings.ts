import { totalmem } from 'node:os';

/** The working directory of whoever asks; see `guardedSpawn` on why the server is told nothing else. */
export const here = '/proc/self/cwd';

export const port = 5432;
export const user = 'parley';
export const database = 'parley';

/**
 * For two cores that also carry calls: little memory, no parallel plans that would take both cores, and no
 * just-in-time compiler (the build has none). `synchronous_commit` stays on: what was acknowledged is kept.
 */
const defaults: Record<string, string> = {
  max_connections: '120',
  huge_pages: 'off',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '1',
  max_logical_replication_workers: '0',
  max_wal_senders: '2',
  max_replication_slots: '2',
  // Reads are done by the backend itself: three I/O processes fewer that would idle.
  io_method: 'sync',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '4',
  synchronous_commit: 'on',
  // A new segment is not filled with zeros, for which every commit waited 25 to 100 ms; the space of each page is found
  // when it is written for the first time. Most segments are used again, so many are kept from one burst for the next.
  wal_init_zero: 'off',
  min_wal_size: '512MB',
  // Bounds what has to be redone after a crash to some seconds. Each checkpoint writes pages whole that change after it, so
  // that more of them cost a burst of calls more.
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
};

/** For tests, whose databases need not outlive the machine. */
const throwaway: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  min_wal_size: '64MB',
  max_wal_size: '256MB',
};

/** What the launcher itself relies on: the socket's place, and log lines that it can read. */
const fixed: Record<string, string> = {
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  port: String(port),
  cluster_name: 'parley',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '[%b %p] ',
  log_min_messages: 'warning',
  // Statements and the DETAIL of an error carry users' data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // Redo after a crash says every 10 s how far it is, so that silence means that it is stuck.
  log_startup_progress_interval: '10s',
};

/**
 * An eighth of the memory, 128 to 512 MB, none of which is used before there is something to keep in it. Half a million
 * queued calls with their indexes fit into 512 MB: beside them twice as many are accepted in a second as with 128 MB.
 */
export function sharedBuffersMb(memoryBytes: number): number {
  return Math.min(Math.max(Math.floor(memoryBytes / 8 / 2 ** 20), 128), 512);
}

/** Of the machine, or of the container that this runs in. */
function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** The server's arguments. `overrides` win over the defaults, and lose against what the launcher relies on. */
export function serverArguments(durable: boolean, overrides: Record<string, string>): string[] {
  const shared_buffers = `${sharedBuffersMb(memoryBytes())}MB`;
  const settings = { ...defaults, shared_buffers, ...(durable ? {} : throwaway), ...overrides, ...fixed };
  return ['-D', here, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The arguments of initdb for a new cluster in the working directory. */
export function initdbArguments(durable: boolean): string[] {
  return [
    ...['-D', here, '--username', user, '--encoding', 'UTF8', '--data-checksums', '--no-instructions'],
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    // Whoever can reach the socket, in a directory of mode 0700, could read the files as well. Peer
    // authentication would compare user ids that a user namespace has changed.
    ...['--auth-local', 'trust', '--auth-host', 'reject'],
    ...(durable ? [] : ['--no-sync']),
  ];
}
