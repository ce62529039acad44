import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createImageProcessPool } from './image-processes.ts';

export interface PngCache {
  /**
   * `draw` makes the SVG of a card that does not exist yet.
   * @throws {Unavailable} when too many are waiting to be drawn
   */
  get(name: string, draw: () => string | Promise<string>): Promise<Buffer>;
  sweep(before: Date): Promise<void>;
}

export function createPngCache(folder: string): PngCache {
  const work = createImageProcessPool({ parallel: 1, maxWaiting: 32, maxMs: 15_000 });
  const underWay = new Map<string, Promise<Buffer>>();

  const make = async (name: string, draw: () => string | Promise<string>): Promise<Buffer> => {
    await mkdir(folder, { recursive: true });
    const made = join(folder, `.${randomUUID()}.png`);
    try {
      await work('card', { svg: await draw(), to: made });
      await rename(made, join(folder, name));
      return await readFile(join(folder, name));
    } finally {
      await rm(made, { force: true });
    }
  };

  return {
    get: async (name, draw) => {
      const cached = await readFile(join(folder, name)).catch(() => undefined);
      if (cached) return cached;
      const making = underWay.get(name) ?? make(name, draw).finally(() => underWay.delete(name));
      underWay.set(name, making);
      return making;
    },
    sweep: async (before) => {
      for (const name of await readdir(folder).catch(() => [])) {
        const facts = await stat(join(folder, name)).catch(() => undefined);
        if (facts && facts.mtime < before) await rm(join(folder, name), { force: true });
      }
    },
  };
}
