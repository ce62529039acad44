import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkshop } from './workshop.ts';

/** The cards by which our addresses are shown elsewhere: drawn when first asked for, then kept in a local folder. */
export interface ShareCards {
  /**
   * A card's PNG by its file name; `draw` gives the SVG when there is none yet.
   *
   * @throws {Unavailable} when too many wait to be drawn already
   */
  get(name: string, draw: () => string): Promise<Buffer>;
  /** Removes what was drawn before a moment; what is asked for again is drawn again. */
  sweep(before: Date): Promise<void>;
}

/** Keeps cards in a folder of this machine: they are made from rows, so each instance may have its own. */
export function createShareCards(folder: string): ShareCards {
  const work = createWorkshop({ parallel: 1, maxWaiting: 32, maxMs: 15_000 });
  const underWay = new Map<string, Promise<Buffer>>();

  const make = async (name: string, svg: string): Promise<Buffer> => {
    await mkdir(folder, { recursive: true });
    const made = join(folder, `.${randomUUID()}.png`);
    try {
      await work('card', { svg, to: made });
      await rename(made, join(folder, name));
      return await readFile(join(folder, name));
    } finally {
      await rm(made, { force: true });
    }
  };

  return {
    get: async (name, draw) => {
      const kept = await readFile(join(folder, name)).catch(() => undefined);
      if (kept) return kept;
      const making = underWay.get(name) ?? make(name, draw()).finally(() => underWay.delete(name));
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
