import { svgElement, formatPixels } from '../../src/http/drawings/svg.ts';
import { drawGlasses } from './portrait-beard.ts';
import { drawBust } from './portrait-bust.ts';
import { drawFace } from './portrait-face.ts';
import { hairShapesOf } from './portrait-hair.ts';
import { type Person, type PersonOptions, createPerson } from './portrait-person.ts';
import { drawBackdrop } from './portrait-backdrop.ts';
import { createRandom } from './seed.ts';
import { createSheet, type Sheet, type SheetOptions } from './sheet.ts';

/**
 * Draws the portrait of an invented person. The same options always give the same SVG. Width and height are
 * in pixels.
 */
export function drawPortrait({ presentation, style, skin, ...size }: SheetOptions & PersonOptions): string {
  const seed = `portrait/${size.seed}`;
  // The darkest tones are left out, because dark hair would not be visible on them.
  const tone =
    size.tone ?? createRandom(seed).pick(['paper', 'mist', 'mist', 'sand', 'sand', 'pine'] as const);
  const sheet = createSheet({ ...size, seed, tone });
  const { random, width, height } = sheet;
  const backdrop = drawBackdrop(sheet);
  const person = createPerson(random, sheet.tone.ground, { presentation, style, skin });
  // The bust is scaled from 400 × 480 units. It ends at the lower edge of the picture, slightly to one side
  // of its middle.
  const scale = Math.min(width / 350, height / 440) * person.nearness;
  const x = width / 2 - 200 * scale - Math.sign(person.turn) * width * 0.025;
  const place = `translate(${formatPixels(x)} ${formatPixels(height - 482 * scale)}) scale(${scale.toFixed(4)})`;
  return sheet.finish(backdrop + svgElement('g', { transform: place }, bust(sheet, person)));
}

function bust(sheet: Sheet, person: Person): string {
  const isScarf = person.style === 'headscarf';
  const colour = isScarf ? person.cloth[2] : person.hair;
  const { back, front, lines, opacity } = hairShapesOf(person);
  const layer = (d: string | undefined) =>
    d
      ? svgElement('path', {
          d,
          fill: colour,
          'fill-opacity': opacity,
          stroke: colour,
          'stroke-width': 1,
          'stroke-opacity': opacity ? 0 : 1,
        })
      : '';
  const pencil = Number.parseInt(colour.slice(3, 5), 16) > 0x70 ? '#111e19' : '#fbfaf6';
  const strands = lines
    ? svgElement('path', {
        d: lines,
        stroke: pencil,
        'stroke-opacity': 0.28,
        'stroke-width': 1.5,
        'stroke-linecap': 'round',
      })
    : '';
  const wrap = isScarf ? scarf(person, colour, pencil) : '';
  const { tilt, lean } = person;
  // The head is rotated around the neck, and the shoulders around a point below the picture.
  const held = (parts: string) =>
    svgElement('g', { transform: `rotate(${formatPixels(tilt)} 200 320)` }, parts);
  const body = svgElement(
    'g',
    { transform: `rotate(${formatPixels(lean)} 200 560) translate(0 -10)` },
    drawBust(person, sheet.sun),
  );
  const head = drawFace(sheet, person) + layer(front) + strands + wrap + drawGlasses(person);
  return held(layer(back)) + body + held(head) + spot(sheet, person);
}

function scarf(person: Person, colour: string, pencil: string): string {
  const { head, chin, turn } = person;
  const [l, r] = [200 - head, 200 + head];
  const low = formatPixels(chin + 5);
  const outer = `M${formatPixels(l - 18)} 250C${formatPixels(l - 26)} 128 146 86 200 86C254 86 ${formatPixels(r + 26)} 128 ${formatPixels(r + 18)} 250Q${formatPixels(r + 20)} 320 ${formatPixels(r + 46)} 386Q200 430 ${formatPixels(l - 46)} 386Q${formatPixels(l - 20)} 320 ${formatPixels(l - 18)} 250Z`;
  const opening = `M${formatPixels(l + 9)} 196C${formatPixels(l + 9)} 126 ${formatPixels(r - 9)} 126 ${formatPixels(r - 9)} 196C${formatPixels(r - 9)} 250 ${formatPixels(200 + head * 0.56)} ${low} 200 ${low}C${formatPixels(200 - head * 0.56)} ${low} ${formatPixels(l + 9)} 250 ${formatPixels(l + 9)} 196Z`;
  const way = Math.sign(turn);
  const folds = `M${formatPixels(200 + way * (head + 8))} 250Q${200 + way * 40} 340 ${200 - way * 60} 384M${200 - way * 10} ${formatPixels(chin + 22)}Q${200 - way * 60} 350 ${200 - way * 96} 374M${formatPixels(200 - way * (head - 2))} 150Q${200 - way * 20} 108 ${200 + way * 40} 106`;
  const cloth = svgElement('path', {
    d: outer + opening,
    fill: colour,
    'fill-rule': 'evenodd',
    stroke: pencil,
    'stroke-opacity': 0.35,
    'stroke-width': 1.3,
  });
  return (
    cloth +
    svgElement('path', {
      d: folds,
      stroke: pencil,
      'stroke-opacity': 0.35,
      'stroke-width': 1.5,
      'stroke-linecap': 'round',
    })
  );
}

/** Draws an earring when an ear is visible, otherwise a pin on the chest. */
function spot({ random, tone, sun }: Sheet, person: Person): string {
  const { presentation, style, head, turn } = person;
  const showsEar = ['topKnot', 'lowBun', 'pixie', 'ponytail', 'afro'].includes(style);
  if (presentation === 'feminine' && showsEar && random.chance(0.75)) {
    return svgElement('circle', {
      cx: formatPixels(200 - Math.sign(turn) * (head + 2)),
      cy: 236,
      r: 5.5,
      fill: tone.signal,
      transform: `rotate(${formatPixels(person.tilt)} 200 320)`,
    });
  }
  const side = style === 'braid' ? Math.sign(turn) : -sun;
  const x = 200 + side * (style === 'headscarf' ? 50 : 74);
  return svgElement('circle', { cx: x, cy: 424, r: 6.5, fill: tone.signal });
}
