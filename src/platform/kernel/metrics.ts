import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The metrics of this process. There is one registry, because metrics are declared where they are counted and read in
 * one place. It holds only numbers.
 */
export const metrics = new Registry();

/**
 * Adds metrics of the process itself: memory, CPU, event-loop delay, garbage collection. Every metric carries the
 * process's name, because several processes are shown together.
 */
export function collectProcessMetrics(processName: 'api' | 'calls' | 'workflows'): void {
  metrics.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: metrics, prefix: 'parley_' });
  gauge('parley_build_info', 'The version of the program; always 1', ['version']).set(
    { version: programVersion() },
    1,
  );
}

/** Returns the version of this program, which is that of its package. */
export function programVersion(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

export function counter<Label extends string = never>(
  name: string,
  help: string,
  labelNames: Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [metrics] });
}

/** `collect` runs when the metrics are read. */
export function gauge<Label extends string = never>(
  name: string,
  help: string,
  labelNames: Label[] = [],
  collect?: (gauge: Gauge<Label>) => void | Promise<void>,
): Gauge<Label> {
  return new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics],
    ...(collect
      ? {
          async collect() {
            await collect(this as Gauge<Label>);
          },
        }
      : {}),
  });
}

export function histogram<Label extends string = never>(
  name: string,
  help: string,
  labelNames: Label[],
  buckets: number[],
): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets, registers: [metrics] });
}
