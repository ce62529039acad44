import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded into a command. Counts the calls of the command to the file system, and kills the command before
// the call with the number `KILL_AT`. At the end, prints the number of calls.
const at = Number(process.env.KILL_AT ?? -1);
let calls = 0;

function watch(owner: object, names: string[]): void {
  const functions = owner as Record<string, (...given: unknown[]) => unknown>;
  for (const name of names) {
    const original = functions[name]!;
    functions[name] = (...given) => {
      // Node also opens modules, by their `file:` addresses. Such calls are not counted.
      const isOwn = !String(given[0]).startsWith('file:');
      if (isOwn) calls += 1;
      if (isOwn && calls === at) process.kill(process.pid, 'SIGKILL');
      return original.apply(owner, given);
    };
  }
}

watch(fs.promises, ['open', 'rename', 'mkdir', 'rm']);
watch(fs, ['openSync', 'renameSync', 'fsyncSync', 'createWriteStream']);
syncBuiltinESMExports();
process.on('exit', () => fs.writeSync(2, `calls: ${calls}\n`));
