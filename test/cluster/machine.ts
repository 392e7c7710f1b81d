import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, openSync, rmSync } from 'node:fs';
import { kill } from '../kill/process-tree.ts';
import { addresses, type MachineName } from './configuration.ts';

const run = (...argv: string[]) => execFileSync(argv[0]!, argv.slice(1), { encoding: 'utf8', stdio: 'pipe' });

/** A MAC address that no machine has: frames to it are lost without an error. */
const nowhere = '02:00:00:00:00:01';

/** The memory disk of the cluster, which only its processes see. */
export const disk = '/mnt';

/** The size of the disk of a node that carries calls. */
const dataDisk = 'size=64m,mode=755';

/** Makes the bridge of all machines, whose address is the driver's. */
export function makeNetwork(): void {
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', 'br0', 'type', 'bridge');
  run('ip', 'addr', 'add', `${addresses.driver}/24`, 'dev', 'br0');
  run('ip', 'link', 'set', 'br0', 'up');
}

/** A machine of the cluster: a network namespace with one address, and the processes that run in it. */
export class Machine {
  readonly name: MachineName;
  readonly address: string;
  readonly folder: string;
  /** A command that runs its arguments on this machine. */
  readonly within: readonly string[];

  constructor(name: MachineName) {
    this.name = name;
    this.address = addresses[name];
    this.folder = `${disk}/${name}`;
    this.within = ['nsenter', `--net=/run/netns/${name}`];
    mkdirSync(this.dataFolder, { mode: 0o755, recursive: true });
    // A disk of its own, so that one machine's can be full.
    if (name.startsWith('calls')) run('mount', '-t', 'tmpfs', '-o', dataDisk, 'tmpfs', this.dataFolder);
    run('ip', 'netns', 'add', name);
    run('ip', 'link', 'add', `v-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    run('ip', 'link', 'set', `v-${name}`, 'master', 'br0', 'up');
    this.#ip('link', 'set', 'lo', 'up');
    this.#ip('addr', 'add', `${this.address}/24`, 'dev', 'eth0');
    this.#ip('link', 'set', 'eth0', 'up');
  }

  /** The data directory of a node. */
  get dataFolder(): string {
    return `${this.folder}/data`;
  }

  /** Fills the disk of the data directory. */
  fillDisk(): void {
    try {
      run('dd', 'if=/dev/zero', `of=${this.#ballast}`, 'bs=1M');
    } catch {
      // The disk is full.
    }
  }

  emptyDisk(): void {
    rmSync(this.#ballast, { force: true });
  }

  get #ballast(): string {
    return `${this.dataFolder}/ballast`;
  }

  /** Starts a command. Its output goes to `<folder>/<log>.log`. */
  start(log: string, argv: readonly string[], user?: string): ChildProcess {
    const as = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
    const [command, ...rest] = [...this.within, ...as, ...argv];
    const output = openSync(`${this.folder}/${log}.log`, 'a');
    return spawn(command!, rest, { cwd: this.folder, stdio: ['ignore', output, output] });
  }

  get processIds(): number[] {
    return run('ip', 'netns', 'pids', this.name).split('\n').filter(Boolean).map(Number);
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of this.processIds) {
      try {
        process.kill(pid, name);
      } catch {
        // The process has ended.
      }
    }
  }

  /** Kills every process, except those whose command name is in `spared`. */
  kill(isSpared: (pid: number) => boolean = () => false): void {
    for (const pid of this.processIds) if (!isSpared(pid)) kill(pid);
  }

  /** Pulls or puts back the network cable. */
  cable(state: 'up' | 'down'): void {
    run('ip', 'link', 'set', `v-${this.name}`, state);
  }

  /** Drops all packets to and from another machine. */
  cutFrom(other: Machine): void {
    this.#ip('neigh', 'replace', other.address, 'lladdr', nowhere, 'nud', 'permanent', 'dev', 'eth0');
    other.#ip('neigh', 'replace', this.address, 'lladdr', nowhere, 'nud', 'permanent', 'dev', 'eth0');
  }

  healTo(other: Machine): void {
    this.#ip('neigh', 'del', other.address, 'dev', 'eth0');
    other.#ip('neigh', 'del', this.address, 'dev', 'eth0');
  }

  #ip(...argv: string[]): void {
    run(...this.within, 'ip', ...argv);
  }
}
