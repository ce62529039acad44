import { readFile } from 'node:fs/promises';
import type { Motif } from '../../shared/motifs.ts';

/** In pixels. */
export const cardSceneSize = { width: 560, height: 630 } as const;

/** A scene never changes while the server runs, and most sites show few of them. */
const read = new Map<Motif, string>();

/** Returns the SVG of the scene that share cards show for a motif. */
export async function readCardScene(motif: Motif): Promise<string> {
  const scene = read.get(motif) ?? (await readFile(cardSceneFile(motif), 'utf8'));
  read.set(motif, scene);
  return scene;
}

/** The build copies the folder of the scenes next to the bundled program. */
export function cardSceneFile(motif: Motif): URL {
  return new URL(`./scenes/${motif.toLowerCase().replaceAll(' ', '-')}.svg`, import.meta.url);
}
