// Plain JavaScript, so that a built server loads no TypeScript tools.
import { spawnSync } from 'node:child_process';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { isBuildStale } from '../build/freshness.js';

const cacheAfterMs = 3000;

if (isBuildStale()) {
  // In a separate process, so that the memory of the build is freed.
  const built = spawnSync(process.execPath, ['src/commands/build.ts'], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
enableCompileCache(resolve('dist/compiled'));
await import(pathToFileURL(resolve('dist/program/serve.js')).href);
// From now on V8 compacts its heap when the server is idle. Earlier, the start would take a tenth longer. No
// option in `package.json`, because the older Node that may run `src/launch.js` refuses it.
setFlagsFromString('--memory-saver-mode');
setTimeout(flushCompileCache, cacheAfterMs).unref();
