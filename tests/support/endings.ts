// Preloaded into each server that a test starts. Ends the server with the test's process, because the
// server's standard input is a pipe from there.
if (!process.send) {
  process.stdin
    .on('end', () => process.exit(1))
    .on('error', () => process.exit(1))
    .resume();
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
}
