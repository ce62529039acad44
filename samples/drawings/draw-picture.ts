// Draws a picture in the style of the sample content, and writes it as WebP. One example for each kind:
// node src/launch.js samples/drawings/draw-picture.ts scene "Technology" my-seed 1200 800 scene.webp
// node src/launch.js samples/drawings/draw-picture.ts portrait feminine "Ada Byron" 800 1000 ada.webp
// node src/launch.js samples/drawings/draw-picture.ts logo light "Town Buses" 3 - buses.webp
import sharp from 'sharp';
import type { Motif } from '../../src/shared/motifs.ts';
import { drawLogo } from './logo.ts';
import { drawPortrait } from './portrait.ts';
import { drawScene } from './scene.ts';

const [kind, variant, seed = '', first, second, file = 'picture.webp'] = process.argv.slice(2);
const [width, height] = [Number(first), Number(second)];

await sharp(Buffer.from(draw())).webp({ quality: 82 }).toFile(file);

function draw(): string {
  switch (kind) {
    case 'portrait':
      return drawPortrait({ presentation: variant as 'feminine' | 'masculine', seed, width, height });
    case 'logo':
      return drawLogo(seed, variant as 'light' | 'dark', width);
    default:
      return drawScene({ motif: variant as Motif, seed, width, height });
  }
}
