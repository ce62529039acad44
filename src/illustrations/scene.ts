import type { Motif } from '../shared/motifs.ts';
import { drawAtriumHall } from './atrium-hall.ts';
import { drawBridge } from './bridge.ts';
import { drawColumns } from './columns.ts';
import { drawFacade } from './facade.ts';
import { drawFlights } from './flights.ts';
import { drawFloorPlan } from './floor-plan.ts';
import { drawGalleryHall } from './gallery-hall.ts';
import { drawLayers } from './layers.ts';
import { drawRacks } from './racks.ts';
import { drawRotunda } from './rotunda.ts';
import { drawScreens } from './screens.ts';
import { createSheet, type Sheet, type SheetOptions } from './sheet.ts';
import { drawSpiral } from './spiral.ts';
import { drawStairs } from './stairs.ts';
import { drawVaults } from './vaults.ts';
import { drawWash } from './wash.ts';

type Draw = (sheet: Sheet) => string;

/** On a ground that two bands of daylight cross. */
const washed =
  (draw: Draw): Draw =>
  (sheet) =>
    drawWash(sheet) + draw(sheet);
const either =
  (one: Draw, other: Draw): Draw =>
  (sheet) =>
    sheet.random.chance(0.5) ? one(sheet) : other(sheet);

/** The categories of posts and projects, each with its own kind of building, and two halls for the site itself. */
const motifs = {
  Technology: washed(drawLayers),
  Development: washed(either(drawStairs, drawFlights)),
  Innovation: either(drawRotunda, drawSpiral),
  'Company News': washed(drawFacade),
  'Industry Trends': washed(drawColumns),
  'IT Support': washed(drawFloorPlan),
  'System Migration': drawBridge,
  'Web Development': drawScreens,
  'Cloud Solutions': washed(drawVaults),
  'Network Infrastructure': washed(drawRacks),
  hero: drawAtriumHall,
  'gallery-hall': drawGalleryHall,
} satisfies Record<Motif, Draw>;

/**
 * An architectural drawing as an SVG document; the same options always give the same text.
 * Width and height are in pixels. The seed also chooses one of five grounds, unless a tone is asked for.
 */
export function drawScene({ motif, seed, ...size }: SheetOptions & { motif: Motif }): string {
  const sheet = createSheet({ ...size, seed: `${motif}/${seed}` });
  return sheet.finish(motifs[motif](sheet));
}
