// Loaded into each server that a test starts: it ends when the process that started it is gone, however that ended. The line between
// the two is its standard input, which it does not read otherwise. What the server starts itself has a line of its own.
if (!process.send) {
  process.stdin
    .on('end', () => process.exit(1))
    .on('error', () => process.exit(1))
    .resume();
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
}
