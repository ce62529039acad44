// Plain JavaScript, so that the start of the built server loads nothing that the server does not need.
import { spawnSync } from 'node:child_process';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuildStale } from '../build/freshness.js';

const cacheAfterMs = 3000;

if (isBuildStale()) {
  // In a separate process, whose end frees the builder's memory.
  const built = spawnSync(process.execPath, ['src/commands/build.ts'], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
enableCompileCache(resolve('dist/compiled'));
await import(pathToFileURL(resolve('dist/program/serve.js')).href);
// The next start reuses the compiled code of everything this one has used.
setTimeout(flushCompileCache, cacheAfterMs).unref();
