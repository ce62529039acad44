import { fstatSync, readFileSync, write, writeSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from 'fastify';
import { stdSerializers } from 'pino';
import { translateError } from '../../trpc/errors.ts';
import type { EarlyAnswer } from '../plugins/cached-responses.ts';
import { addressesOf, clientAddress, type TrustedHops } from './hosts.ts';

const frame = /(file:\/\/[^\s():]+\.js):(\d+):(\d+)/g;

/** A defect may make many requests fail, and reading the maps for each would block the server. */
const keptMs = 10_000;
const maps = new Map<string, SourceMap | undefined>();

/** Maps are read when an error is logged. Node's own flag would keep all in memory (14 MB). */
export function toSourceStack(stack: string): string {
  return stack.replaceAll(frame, (built, url: string, line: string, column: string) => {
    if (maps.size === 0) setTimeout(() => maps.clear(), keptMs).unref();
    if (!maps.has(url)) maps.set(url, readMap(url));
    const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return built;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
  } catch {
    // A file that was not built has no map. Its line numbers are right.
    return undefined;
  }
}

type Logger = FastifyServerOptions['logger'];

/** Queries may contain names, or secrets of single sign-on. Headers and bodies are never logged. */
export function loggerWithoutQueries(logger: Logger): Logger {
  if (!logger) return logger;
  const options = logger === true ? {} : logger;
  return { ...options, serializers: { ...options.serializers, req: toLogged, err: toLoggedError } };
}

/** The lines that Fastify writes, for an answer from the cache. */
export function logEarlyAnswer(
  log: FastifyBaseLogger,
  request: IncomingMessage,
  { id, route, status, ms }: EarlyAnswer,
  trust: TrustedHops,
): void {
  const { method, url, headers, socket } = request;
  const req = { method, url, headers, socket, ...route, ...addressesOf(request, trust) };
  log.info({ reqId: id, req }, 'incoming request');
  log.info({ reqId: id, res: { statusCode: status }, responseTime: ms }, 'request completed');
}

function toLogged(request: FastifyRequest) {
  const { method, url, headers, routeOptions } = request;
  const route = routeOptions.url ?? 'none';
  const remoteAddress = clientAddress(request);
  return { method, url: pathOf(url), route, remoteAddress, ...aheadOf(headers) };
}

/** A page that the browser requests before the visitor clicks, who may never see it. */
function aheadOf(headers: IncomingHttpHeaders): { isAhead?: true } {
  return headers['sec-purpose'] ? { isAhead: true } : {};
}

/** Only defects need source lines. Each takes tens of milliseconds, too long for a flood of refusals. */
function toLoggedError(error: Error) {
  const logged = stdSerializers.err(error);
  return translateError(error).status === 500 ? { ...logged, stack: toSourceStack(logged.stack) } : logged;
}

const pathOf = (url: string) => url.split('?', 1)[0];

const standardOutput = 1;
const retryMs = 100;
const warning = 40;
const maxUnwritten = 4 * 1024 * 1024;

/**
 * Never ends the server, and waits neither for a disk nor for the reader of a pipe or terminal: up to 4 MB of
 * unwritten lines are kept, further ones dropped, and a later line says how many. Lines are written together,
 * because each write costs as much as a cached response.
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
