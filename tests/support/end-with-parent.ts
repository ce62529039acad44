// Preloaded into each server that a test starts. Ends the server when the process of the test ends. The
// standard input is a pipe from that process, so it closes at that moment. Child processes of the server are
// left out, because they have an IPC channel instead.
if (!process.send) {
  process.stdin
    .on('end', () => process.exit(1))
    .on('error', () => process.exit(1))
    .resume();
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
}
