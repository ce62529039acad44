import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const frame = /(file:\/\/[^\s():]+\.js):(\d+):(\d+)/g;

/**
 * How long source maps are kept, in milliseconds. A defect may make many requests fail, and reading the maps
 * for each of them would block the server.
 */
const keptMs = 10_000;
const maps = new Map<string, SourceMap | undefined>();

/**
 * Replaces positions in built files with positions in source files. Source maps are read when an error is
 * logged, and kept for ten seconds. Node's own flag would keep all maps in memory (14 MB).
 */
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
    // A file that was not built has no source map. Its line numbers are already right.
    return undefined;
  }
}
