import { isMainThread } from 'node:worker_threads';

// Preloaded into a server. At each SIGUSR2, prints the load since the previous signal. `longestMs` is the
// longest time in which no other work could run, in processor time of the main thread. `megabytes` is the
// memory of the process.

if (isMainThread && process.argv[1]?.endsWith('start.js')) {
  let longestMs = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  setInterval(look, 1).unref();
  process.on('SIGUSR2', () => {
    look();
    const megabytes = process.memoryUsage.rss() / 1024 / 1024;
    process.stderr.write(`probe ${JSON.stringify({ longestMs, megabytes })}\n`);
    longestMs = 0;
  });
}
