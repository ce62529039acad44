import { Presets, SingleBar } from 'cli-progress';

/** Told how much of the whole is done. */
export type OnProgress = (done: number, total: number) => void;

/** A bar on standard error while an act runs; where nobody watches, nothing is drawn. */
export async function withBar<T>(what: string, act: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  const format = `${what} [{bar}] {percentage}%`;
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.legacy);
  bar.start(1, 0);
  try {
    return await act((done, total) => {
      bar.setTotal(Math.max(total, 1));
      bar.update(done);
    });
  } finally {
    bar.stop();
  }
}
