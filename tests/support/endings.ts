// Preloaded into each server that a test starts. Ends the server when the test's process ends, by watching the standard
// input, which is a pipe from that process.
if (!process.send) {
  process.stdin
    .on('end', () => process.exit(1))
    .on('error', () => process.exit(1))
    .resume();
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
}
