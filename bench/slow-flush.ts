import { spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const source = new URL('./slow-flush.c', import.meta.url).pathname;

/**
 * Returns the environment in which a server's flushes take 1 ms longer, or null without a C compiler. Everyone can read
 * the library, because the server may run as another user.
 */
export async function slowFlushEnvironment(folder: string): Promise<Record<string, string> | null> {
  const shared = join(folder, 'slow-flush');
  await mkdir(shared, { recursive: true });
  const library = join(shared, 'slow-flush.so');
  const compiled = ['cc', 'gcc', 'clang'].some(
    (compiler) =>
      spawnSync(compiler, ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl']).status === 0,
  );
  if (!compiled) return null;
  await chmod(folder, 0o755);
  await chmod(library, 0o755);
  return { LD_PRELOAD: library };
}
