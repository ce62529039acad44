import { svgElement, formatPixels } from '../../src/http/drawings/svg.ts';
import type { Person } from './portrait-person.ts';

const cx = 200;
const hair = (d: string, colour: string, opacity = 0.45, width = 1.5) =>
  svgElement('path', {
    d,
    stroke: colour,
    'stroke-opacity': opacity,
    'stroke-width': width,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  });

export function drawBust(person: Person, sun: 1 | -1): string {
  const { skin, neck, cloth, presentation, dress } = person;
  const [lit, shaded, line] = skin;
  const [outer, inner] = cloth;
  const reach = presentation === 'feminine' ? 122 : 146;
  const drop = presentation === 'feminine' ? 372 : 364;
  const [nl, nr] = [cx - neck, cx + neck];
  const pencil = isDark(outer) ? '#fbfaf6' : '#111e19';
  const throat =
    svgElement('path', {
      d: `M${formatPixels(nl)} 250L${formatPixels(nl)} 330Q${cx} 384 ${formatPixels(nr)} 330L${formatPixels(nr)} 250Z`,
      fill: lit,
    }) +
    svgElement('path', {
      d: `M${formatPixels(nl)} 262Q${cx} 322 ${formatPixels(nr)} 262L${formatPixels(nr)} 284Q${cx + sun * 12} 334 ${formatPixels(nl)} 290Z`,
      fill: shaded,
    });
  const shoulders = `M${cx - reach - 14} 500Q${cx - reach - 6} ${drop + 14} ${cx - reach + 30} ${drop}Q${formatPixels(nl - 16)} 350 ${formatPixels(nl - 3)} 324Q${cx} 364 ${formatPixels(nr + 3)} 324Q${formatPixels(nr + 16)} 350 ${cx + reach - 30} ${drop}Q${cx + reach + 6} ${drop + 14} ${cx + reach + 14} 500Z`;
  const body = svgElement('path', { d: shoulders, fill: outer }) + hair(shoulders, pencil, 0.4, 1.3);
  const side = svgElement('path', {
    d: `M${cx + sun * 20} 500Q${cx + sun * 40} 400 ${cx + sun * (neck + 3)} 330Q${cx + sun * (neck + 16)} 350 ${cx + sun * (reach - 30)} ${drop}Q${cx + sun * (reach + 6)} ${drop + 14} ${cx + sun * (reach + 14)} 500Z`,
    fill: '#0a2d23',
    'fill-opacity': 0.16,
  });
  const seams = hair(
    `M${cx - reach + 34} 490L${cx - reach + 40} 430M${cx + reach - 34} 490L${cx + reach - 40} 430`,
    pencil,
    0.4,
  );
  const parts = { crew, shirt, blazer, turtleneck, vneck, cardigan }[dress]({
    nl,
    nr,
    outer,
    inner,
    lit,
    line,
    pencil,
  });
  return throat + body + parts.below + side + seams + parts.above;
}

interface Cut {
  nl: number;
  nr: number;
  outer: string;
  inner: string;
  lit: string;
  line: string;
  pencil: string;
}

interface Parts {
  below: string;
  above: string;
}

function crew({ nl, nr, pencil, outer }: Cut): Parts {
  const band = `M${formatPixels(nl - 5)} 322Q${cx} 372 ${formatPixels(nr + 5)} 322L${formatPixels(nr + 12)} 332Q${cx} 390 ${formatPixels(nl - 12)} 332Z`;
  return { below: svgElement('path', { d: band, fill: outer }) + hair(band, pencil), above: '' };
}

function turtleneck({ nl, nr, outer, pencil }: Cut): Parts {
  const roll = `M${formatPixels(nl - 5)} 296Q${cx} 324 ${formatPixels(nr + 5)} 296L${formatPixels(nr + 9)} 338Q${cx} 374 ${formatPixels(nl - 9)} 338Z`;
  return {
    below: svgElement('path', { d: roll, fill: outer }) + hair(roll, pencil),
    above: hair(`M${formatPixels(nl - 6)} 312Q${cx} 342 ${formatPixels(nr + 6)} 312`, pencil, 0.3),
  };
}

function shirt({ nl, nr, outer, pencil, lit, line }: Cut): Parts {
  const opening = `M${formatPixels(nl - 2)} 322L${cx} 382L${formatPixels(nr + 2)} 322Q${cx} 350 ${formatPixels(nl - 2)} 322Z`;
  const collar = `M${formatPixels(nl - 8)} 312L${cx} 384L${cx - 30} 398L${formatPixels(nl - 22)} 340ZM${formatPixels(nr + 8)} 312L${cx} 384L${cx + 30} 398L${formatPixels(nr + 22)} 340Z`;
  const buttons = [408, 440, 472]
    .map((y) => svgElement('circle', { cx, cy: y, r: 2.6, fill: pencil, 'fill-opacity': 0.6 }))
    .join('');
  return {
    below: svgElement('path', { d: opening, fill: lit }) + hair(opening, line, 0.3),
    above:
      svgElement('path', { d: collar, fill: outer }) +
      hair(collar, pencil, 0.5) +
      hair(`M${cx} 386L${cx} 490`, pencil, 0.4) +
      buttons,
  };
}

function blazer({ nl, nr, outer, inner, pencil }: Cut): Parts {
  const front = `M${formatPixels(nl - 4)} 320Q${cx} 366 ${formatPixels(nr + 4)} 320L${cx + 34} 440L${cx} 490L${cx - 34} 440Z`;
  const lapels = `M${formatPixels(nl - 10)} 322L${cx - 40} 372L${cx - 62} 374L${cx - 48} 392L${cx} 486L${cx - 10} 430L${formatPixels(nl + 2)} 340ZM${formatPixels(nr + 10)} 322L${cx + 40} 372L${cx + 62} 374L${cx + 48} 392L${cx} 486L${cx + 10} 430L${formatPixels(nr - 2)} 340Z`;
  return {
    below:
      svgElement('path', { d: front, fill: inner }) +
      hair(`M${formatPixels(nl + 2)} 334Q${cx} 374 ${formatPixels(nr - 2)} 334`, '#111e19', 0.35),
    above: svgElement('path', { d: lapels, fill: outer }) + hair(lapels, pencil, 0.5),
  };
}

function vneck({ nl, nr, lit, line, outer, pencil }: Cut): Parts {
  const opening = `M${formatPixels(nl - 6)} 326L${cx} 412L${formatPixels(nr + 6)} 326Q${cx} 330 ${formatPixels(nl - 6)} 326Z`;
  const edge = `M${formatPixels(nl - 8)} 328L${cx} 416L${formatPixels(nr + 8)} 328`;
  return {
    below:
      svgElement('path', { d: opening, fill: lit }) +
      hair(`M${cx - 22} 362L${cx - 8} 370M${cx + 22} 362L${cx + 8} 370`, line, 0.45),
    above: hair(edge, outer, 1, 7) + hair(edge, pencil, 0.4),
  };
}

function cardigan({ nl, nr, inner, outer, pencil }: Cut): Parts {
  const top = `M${formatPixels(nl - 4)} 322Q${cx} 362 ${formatPixels(nr + 4)} 322L${cx + 40} 400L${cx + 24} 490L${cx - 24} 490L${cx - 40} 400Z`;
  const edges = `M${formatPixels(nl - 10)} 324Q${cx - 44} 380 ${cx - 30} 490M${formatPixels(nr + 10)} 324Q${cx + 44} 380 ${cx + 30} 490`;
  return {
    below:
      svgElement('path', { d: top, fill: inner }) +
      hair(`M${formatPixels(nl - 2)} 332Q${cx} 374 ${formatPixels(nr + 2)} 332`, '#111e19', 0.3),
    above: hair(edges, outer, 1, 12) + hair(edges, pencil, 0.35),
  };
}

function isDark(colour: string): boolean {
  return Number.parseInt(colour.slice(3, 5), 16) < 0x78;
}
