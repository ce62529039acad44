import { fstatSync, write, writeSync } from 'node:fs';

const standardOutput = 1;
const retryMs = 100;
const warning = 40;
const maxUnwritten = 4 * 1024 * 1024;

/**
 * Creates a writer of log lines. It never ends the server, and waits neither for a disk nor for the reader of a pipe or
 * terminal: lines that are not written yet are kept up to 4 MB. Further ones are dropped, and a later line says how many.
 * Lines are written together, because each write costs as much as a cached response.
 */
export function createLogLines(fd = standardOutput): { write(line: string): void } {
  const pipe = isPipe(fd) ? process.stdout : undefined;
  let lines: string[] = [];
  let unwritten = 0;
  let dropped = 0;
  let isWriting = false;
  let current = Buffer.alloc(0);

  const finish = (error: Error | null | undefined, written = error ? 0 : current.length) => {
    isWriting = false;
    unwritten -= written;
    current = current.subarray(written);
    // A full disk or a closed pipe refuses a write. `EAGAIN` comes from a terminal that others use too.
    if (error) setTimeout(writeLines, retryMs).unref();
    else writeLines();
  };
  const writeLines = () => {
    if (isWriting) return;
    if (current.length === 0) {
      current = Buffer.from(lines.join(''));
      lines = [];
    }
    if (current.length === 0) return;
    isWriting = true;
    if (pipe) pipe.write(current, (error) => finish(error));
    else write(fd, current, finish);
  };
  const push = (line: string) => {
    if (lines.length === 0) setImmediate(writeLines);
    lines.push(line);
    unwritten += Buffer.byteLength(line);
  };

  pipe?.on('error', () => {});
  process.once('exit', () => {
    if (dropped > 0) lines.push(droppedLine(dropped));
    const last = Buffer.concat([isWriting ? Buffer.alloc(0) : current, Buffer.from(lines.join(''))]);
    try {
      if (pipe) pipe.write(last);
      else writeSync(fd, last);
    } catch {}
  });
  return {
    write: (line) => {
      if (unwritten > maxUnwritten) {
        dropped += 1;
        return;
      }
      if (dropped > 0) push(droppedLine(dropped));
      dropped = 0;
      push(line);
    },
  };
}

function isPipe(fd: number): boolean {
  const facts = fstatSync(fd);
  return facts.isFIFO() || facts.isSocket();
}

function droppedLine(lost: number): string {
  const msg = 'lines of the log could not be written';
  return `${JSON.stringify({ level: warning, time: Date.now(), lost, msg })}\n`;
}
