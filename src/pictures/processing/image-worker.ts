import { setPriority } from 'node:os';
import sharp from 'sharp';
import { type ImageJobName, imageJobs } from './image-operations.ts';

// A separate process isolates the server from crashes and excessive memory. It ends with its parent.

const maxMemory = 900 * 1024 * 1024;
const watchMs = 50;

interface ImageJob {
  name: ImageJobName;
  input: never;
}
export type JobReport = { result: object } | { failure: { message: string; isNoSpace: boolean } };

/** Messages of the encoder that mean a problem of the disk. */
const writeFailure = /write error|no space|ENOSPC|unable to open for write/i;

setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.exit(1);
}, watchMs).unref();
process.on('disconnect', () => process.exit());
// A terminal signals this process too. It goes on, because the server finishes running jobs first.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('message', async ({ name, input }: ImageJob) => {
  process.send?.(await report(name, input));
});

async function report(name: ImageJobName, input: never): Promise<JobReport> {
  try {
    return { result: await imageJobs[name](input) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { failure: { message, isNoSpace: writeFailure.test(message) } };
  }
}
