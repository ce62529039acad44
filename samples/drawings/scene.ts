import type { Motif } from '../../src/shared/motifs.ts';
import { drawAtriumHall } from './atrium-hall.ts';
import { drawBars } from './bars.ts';
import { drawBridge } from './bridge.ts';
import { drawFacade } from './facade.ts';
import { drawFlights } from './flights.ts';
import { drawFloorPlan } from './floor-plan.ts';
import { drawGalleryHall } from './gallery-hall.ts';
import { drawLayers } from './layers.ts';
import { drawRacks } from './server-racks.ts';
import { drawRotunda } from './rotunda.ts';
import { drawScreens } from './screens.ts';
import { createSheet, type Sheet, type SheetOptions } from './sheet.ts';
import { drawSpiral } from './spiral.ts';
import { drawStairs } from './stairs.ts';
import { drawVaults } from './vaults.ts';
import { drawLightBands } from './light-bands.ts';

type Draw = (sheet: Sheet) => string;

interface SceneOptions extends SheetOptions {
  motif: Motif;
  /** Selects a part of the motif `hero`, which is then drawn instead of `motif`. */
  layer?: 'hall' | 'daylight';
}

const washed =
  (draw: Draw): Draw =>
  (sheet) =>
    drawLightBands(sheet) + draw(sheet);
const either =
  (one: Draw, other: Draw): Draw =>
  (sheet) =>
    sheet.random.chance(0.5) ? one(sheet) : other(sheet);

/** The motifs of the categories in the sample content. The last two motifs are used for the site itself. */
const motifs = {
  Technology: washed(drawLayers),
  Development: washed(either(drawStairs, drawFlights)),
  Innovation: either(drawRotunda, drawSpiral),
  'Company News': washed(drawFacade),
  'Industry Trends': washed(drawBars),
  'IT Support': washed(drawFloorPlan),
  'System Migration': drawBridge,
  'Web Development': drawScreens,
  'Cloud Solutions': washed(drawVaults),
  'Network Infrastructure': washed(drawRacks),
  hero: drawAtriumHall,
  'gallery-hall': drawGalleryHall,
} satisfies Record<Motif, Draw>;

/**
 * Draws a motif as a complete SVG. The same options always give the same SVG. Sizes are in pixels. Without a
 * tone, the seed selects the tone.
 */
export function drawScene({ motif, seed, layer, ...size }: SceneOptions): string {
  const sheet = createSheet({ ...size, seed: `${motif}/${seed}` });
  return sheet.finish(layer ? drawAtriumHall(sheet, layer) : motifs[motif](sheet));
}
