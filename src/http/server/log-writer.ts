import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

const standardOutput = 1;
const pauseMs = 20;
const maxPauses = 50;
const warning = 40;
const newline = 10;
const maxUnread = 4 * 1024 * 1024;

/** Writes as many bytes as possible. Returns the number of written bytes. */
type Write = (bytes: Buffer) => number;

/**
 * Creates a writer of log lines. Its errors never end the server. The lines of one turn of the event loop are written
 * together, because each write costs as much as a cached response. Lines that cannot be written are dropped, for
 * example on a full disk. Lines for a pipe are dropped while the pipe contains 4 MB that nobody has read. A later line
 * says how many lines are missing.
 */
export function createLogLines(fd = standardOutput): { write(line: string): void } {
  const write: Write = isPipe(fd) ? writerTo(process.stdout) : (bytes) => writeMost(fd, bytes);
  let lines: string[] = [];
  let lost = 0;
  let isTorn = false;
  const writeLines = () => {
    if (lines.length === 0) return;
    const first = Buffer.from(`${isTorn ? '\n' : ''}${lost > 0 ? lostLine(lost) : ''}`);
    const bytes = Buffer.concat([first, Buffer.from(lines.join(''))]);
    lines = [];
    const written = write(bytes);
    if (written >= first.length) lost = 0;
    lost += countLines(bytes.subarray(Math.max(written, first.length)));
    if (written > 0) isTorn = bytes[written - 1] !== newline;
  };
  process.once('exit', writeLines);
  return {
    write: (line) => {
      if (lines.length === 0) setImmediate(writeLines);
      lines.push(line);
    },
  };
}

function isPipe(fd: number): boolean {
  const facts = fstatSync(fd);
  return facts.isFIFO() || facts.isSocket();
}

/**
 * Returns a function that writes to a pipe. Node does not wait for the reader of a pipe, so the function limits the
 * bytes that nobody has read.
 */
function writerTo(pipe: Writable): Write {
  // When the reader of the pipe has ended, the error must not end the server.
  pipe.on('error', () => {});
  return (bytes) => {
    if (pipe.writableLength > maxUnread || !pipe.writable) return 0;
    pipe.write(bytes);
    return bytes.length;
  };
}

function writeMost(fd: number, bytes: Buffer): number {
  let written = 0;
  for (let pauses = 0; pauses < maxPauses && written < bytes.length; ) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      // `EAGAIN` may come from a slow terminal, so waiting helps. Waiting does not help with any other error.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      pauses += 1;
    }
  }
  return written;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === newline) count += 1;
  return count;
}

function lostLine(lost: number): string {
  const msg = 'lines of the log could not be written';
  return `${JSON.stringify({ level: warning, time: Date.now(), lost, msg })}\n`;
}
