import { readFile } from 'node:fs/promises';
import type { Motif } from '../../shared/motifs.ts';

/** The size of a scene in pixels. */
export const cardSceneSize = { width: 560, height: 630 } as const;

/** Returns the SVG of the scene that share cards show for a motif. */
export function readCardScene(motif: Motif): Promise<string> {
  return readFile(cardSceneFile(motif), 'utf8');
}

/**
 * Returns the location of the SVG file of a scene. The build copies the folder of the scenes next to the
 * bundled program.
 */
export function cardSceneFile(motif: Motif): URL {
  return new URL(`./scenes/${motif.toLowerCase().replaceAll(' ', '-')}.svg`, import.meta.url);
}
