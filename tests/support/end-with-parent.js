// Preloaded into each server that a test starts. Ends the server when the process of the test ends. The standard input
// of the server is a pipe from that process, so it closes at that moment. Does nothing in child processes of the
// server, which have an IPC channel. This is JavaScript, because Node takes 13 MB to read TypeScript.
if (!process.send) {
  process.stdin
    .on('end', () => process.exit(1))
    .on('error', () => process.exit(1))
    .resume();
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
}
