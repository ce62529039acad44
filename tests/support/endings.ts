// Preloaded into each server that a test starts. It ends the server when the process that started it ends for any reason. Both are
// connected by the server's standard input, which is not used otherwise. Processes that the server starts have an input of their own.
if (!process.send) {
  process.stdin
    .on('end', () => process.exit(1))
    .on('error', () => process.exit(1))
    .resume();
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
}
