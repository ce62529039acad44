import { setPriority } from 'node:os';
import sharp from 'sharp';
import { type JobName, jobs } from './picture-jobs.ts';

// The process in which pictures are worked on: what breaks or takes too much here does not touch the server. It ends
// with its parent.

const maxMemory = 900 * 1024 * 1024;
const watchMs = 50;

/** What the process is sent, and what it answers. */
export interface Order {
  name: JobName;
  input: never;
}
export type Report = { result: object } | { failure: { message: string; isNoSpace: boolean } };

/** What the encoder says when it is the disk that refuses, and not the picture that is damaged. */
const writeFailure = /write error|no space|ENOSPC|unable to open for write/i;

// Requests come before pictures.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.exit(1);
}, watchMs).unref();
process.on('disconnect', () => process.exit());
// A terminal and a service manager signal us as well as the server, which still has pictures to finish, and ends us by itself.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('message', async ({ name, input }: Order) => {
  process.send?.(await report(name, input));
});

async function report(name: JobName, input: never): Promise<Report> {
  try {
    return { result: await jobs[name](input) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { failure: { message, isNoSpace: writeFailure.test(message) } };
  }
}
