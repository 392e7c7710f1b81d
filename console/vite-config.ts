import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

/** How the console is built and served in development. There is no Vite config file. */
export const viteConfig: InlineConfig = {
  configFile: false,
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '..', 'node_modules', '.cache', 'parley-console-dev'),
  plugins: [react()],
  build: {
    target: 'es2023',
    manifest: 'manifest.json',
    // Small assets are files too. Data URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
};
