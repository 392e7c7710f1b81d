import { totalmem } from 'node:os';

/** The working directory of the program. `guardedSpawn` says why the server gets no other path. */
export const here = '/proc/self/cwd';

export const port = 5432;
export const user = 'parley';
export const database = 'parley';

/**
 * Defaults for two cores that also carry calls: little memory, no parallel plans that would take both cores, no
 * just-in-time compiler (the build has none). `synchronous_commit` stays on: acknowledged writes are kept.
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
  // Backends read themselves, which saves three idle I/O processes.
  io_method: 'sync',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '4',
  synchronous_commit: 'on',
  // New segments are not filled with zeros, for which every commit waited 25 to 100 ms. Most segments are reused, so
  // many are kept between bursts.
  wal_init_zero: 'off',
  min_wal_size: '512MB',
  // Bounds redo after a crash to some seconds. Each checkpoint makes later changes write whole pages, so more
  // checkpoints would slow a burst of calls.
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
};

/** For tests, whose databases need not survive a crash of the machine. */
const throwaway: Record<string, string> = {
  // Six workers share it, each with services that fill their pools.
  max_connections: '250',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  min_wal_size: '64MB',
  max_wal_size: '256MB',
};

/** Settings on which the launcher relies: the place of the socket, and log lines that it can parse. */
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
  // Statements and the DETAIL of an error contain users' data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // Redo reports progress every 10 s, so a silent start is stuck.
  log_startup_progress_interval: '10s',
};

/**
 * Returns the size of shared buffers: an eighth of the memory, 128 to 512 MB. Half a million queued calls with their
 * indexes fit into 512 MB; twice as many are then accepted per second as with 128 MB.
 */
export function sharedBuffersMb(memoryBytes: number): number {
  return Math.min(Math.max(Math.floor(memoryBytes / 8 / 2 ** 20), 128), 512);
}

/** Returns the memory of the container or machine. */
function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * Returns the server's arguments. `overrides` win over the defaults, but not over settings on which the launcher
 * relies.
 */
export function serverArguments(durable: boolean, overrides: Record<string, string>): string[] {
  const shared_buffers = `${sharedBuffersMb(memoryBytes())}MB`;
  const settings = { ...defaults, shared_buffers, ...(durable ? {} : throwaway), ...overrides, ...fixed };
  return ['-D', here, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Returns the arguments of initdb for a new cluster in the working directory. */
export function initdbArguments(durable: boolean): string[] {
  return [
    '-D',
    here,
    '--username',
    user,
    '--encoding',
    'UTF8',
    '--data-checksums',
    '--no-instructions',
    '--locale',
    'C',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    // A user who can reach the socket, in a directory of mode 0700, could read the files as well. Peer authentication
    // would compare user ids that a user namespace has changed.
    '--auth-local',
    'trust',
    '--auth-host',
    'reject',
    ...(durable ? [] : ['--no-sync']),
  ];
}
