// Plain JavaScript: what starts the built server loads nothing that the server itself does not need.
import { spawnSync } from 'node:child_process';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuildStale } from '../build/freshness.js';

const cacheAfterMs = 3000;

if (isBuildStale()) {
  // In a process of its own: the builder's memory goes with it.
  const built = spawnSync(process.execPath, ['src/commands/build.ts'], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
enableCompileCache(resolve('dist/compiled'));
await import(pathToFileURL(resolve('dist/program/serve.js')).href);
// The next start finds compiled what this one has used.
setTimeout(flushCompileCache, cacheAfterMs).unref();
