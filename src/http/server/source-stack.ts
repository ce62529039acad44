import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const frame = /(file:\/\/[^\s():]+\.js):(\d+):(\d+)/g;

/**
 * Returns a stack that names the sources of the built files. Node does the same by a flag, but then keeps all source maps in memory from
 * the start (14 MB); here they are read when an error is logged.
 */
export function toSourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replaceAll(frame, (built, url: string, line: string, column: string) => {
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
    // A file that was not built has no map: its own lines are right.
    return undefined;
  }
}
