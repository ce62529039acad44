import { writeSync } from 'node:fs';

const standardOutput = 1;
const pauseMs = 20;
const maxPauses = 50;
const warning = 40;

/**
 * Logging must not end the server. Drops a line that a full disk refuses, and later says how many are
 * missing.
 */
export function createLogLines(fd = standardOutput): { write(line: string): void } {
  let lost = 0;
  let isTorn = false;
  return {
    write: (line) => {
      const text = `${isTorn ? '\n' : ''}${lost > 0 ? lostLine(lost) : ''}${line}`;
      const written = writeMost(fd, Buffer.from(text));
      if (written === Buffer.byteLength(text)) {
        lost = 0;
        isTorn = false;
      } else {
        lost += 1;
        isTorn ||= written > 0;
      }
    },
  };
}

function lostLine(lost: number): string {
  const msg = 'lines of the log could not be written';
  return `${JSON.stringify({ level: warning, time: Date.now(), lost, msg })}\n`;
}

function writeMost(fd: number, bytes: Buffer): number {
  let written = 0;
  for (let pauses = 0; pauses < maxPauses && written < bytes.length; ) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      // The reader of a pipe may be slow, so this waits. For any other error, waiting does not help.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      pauses += 1;
    }
  }
  return written;
}
