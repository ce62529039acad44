import { svgElement, formatPixels } from '../../src/http/drawings/svg.ts';
import { drawBeard, ink, drawStroke } from './portrait-beard.ts';
import type { Person } from './portrait-person.ts';
import type { Sheet } from './sheet.ts';

const cx = 200;

function headOutline({ head, jaw, chin }: Person): string {
  const [l, r] = [formatPixels(cx - head), formatPixels(cx + head)];
  const [j, k] = [formatPixels(cx + jaw), formatPixels(cx - jaw)];
  return `M${l} 190C${l} 98 ${r} 98 ${r} 190C${r} 244 ${j} ${formatPixels(chin)} ${cx} ${formatPixels(chin)}C${k} ${formatPixels(chin)} ${l} 244 ${l} 190Z`;
}

/** Draws a head with its face. The half of the face that is turned away from the light is shaded. */
export function drawFace(sheet: Sheet, person: Person): string {
  const { skin, head, turn, chin, eye, brow, smile, hair, presentation, isOld } = person;
  const [lit, shaded, line] = skin;
  const at = cx + turn;
  const way = Math.sign(turn);
  const outline = headOutline(person);
  const ear = (side: 1 | -1) => {
    const hidden = side === way ? 5 : 0;
    return svgElement('ellipse', {
      cx: cx + side * (head - 1 - hidden),
      cy: 212,
      rx: 10,
      ry: 17,
      fill: side === sheet.sun ? shaded : lit,
      stroke: line,
      'stroke-opacity': 0.5,
      'stroke-width': 1.2,
    });
  };
  const half = `M${at} 90Q${at + sheet.sun * 10} 190 ${at + sheet.sun * 3} 206L${at + way * 10} 240L${at + sheet.sun * 2} 262L${at + sheet.sun * 6} ${formatPixels(chin + 4)}L${cx + sheet.sun * 110} ${formatPixels(chin + 4)}L${cx + sheet.sun * 110} 90Z`;
  const shade = sheet.clipped(outline, svgElement('path', { d: half, fill: shaded, 'fill-opacity': 0.68 }));
  const isFeminine = presentation === 'feminine';
  const eyes = ([1, -1] as const).map((side) => {
    const x = at + side * eye - (side === way ? way * 2 : 0);
    const lid = drawStroke(
      `M${formatPixels(x - 9)} ${isFeminine ? 203 : 202}Q${formatPixels(x)} 195 ${formatPixels(x + 9)} ${isFeminine ? 202 : 203}`,
      ink,
      isFeminine ? 2.6 : 1.8,
      0.85,
    );
    const lash = isFeminine
      ? drawStroke(`M${formatPixels(x + side * 9)} 202l${side * 4} -3`, ink, 2.2, 0.85)
      : '';
    const pupil = svgElement('ellipse', { cx: formatPixels(x), cy: 204, rx: 4, ry: 5, fill: ink });
    const glint = svgElement('circle', {
      cx: formatPixels(x + 1.4),
      cy: 202.4,
      r: 1.2,
      fill: '#ffffff',
      'fill-opacity': 0.85,
    });
    const age = isOld
      ? drawStroke(
          `M${formatPixels(x - 8)} 214Q${formatPixels(x)} 218 ${formatPixels(x + 8)} 214`,
          line,
          1.3,
          0.45,
        )
      : '';
    const arch = drawStroke(
      `M${formatPixels(x - side * 11)} ${formatPixels(186 + brow * 0.4)}Q${formatPixels(x)} ${formatPixels(174 - Math.abs(brow))} ${formatPixels(x + side * 13)} ${formatPixels(185 - brow * 0.4)}`,
      isLight(hair) ? line : hair,
      isFeminine ? 3.2 : 4.8,
      0.9,
    );
    return pupil + glint + lid + lash + age + arch;
  });
  const nose = drawStroke(
    `M${at + way * 2} 207L${at + way * 10} 236Q${at + way * 11} 243 ${at + way * 2} 243Q${at - way * 3} 243 ${at - way * 5} 240`,
    line,
    1.9,
    0.75,
  );
  const wide = 14 + smile * 0.6;
  const y = 261;
  const lips = isFeminine
    ? svgElement('path', {
        d: `M${formatPixels(at - wide)} ${y}Q${at - 5} ${y - 5} ${at} ${y - 2.5}Q${at + 5} ${y - 5} ${formatPixels(at + wide)} ${y}Q${at} ${formatPixels(y + smile + 7)} ${formatPixels(at - wide)} ${y}Z`,
        fill: line,
        'fill-opacity': 0.62,
      })
    : drawStroke(
        `M${at - 6} ${formatPixels(y + smile * 0.6 + 7)}Q${at} ${formatPixels(y + smile * 0.6 + 8.5)} ${at + 6} ${formatPixels(y + smile * 0.6 + 7)}`,
        line,
        1.6,
        0.5,
      );
  const mouth = drawStroke(
    `M${formatPixels(at - wide - 1)} ${y - 1}Q${at} ${formatPixels(y + smile)} ${formatPixels(at + wide + 1)} ${y - 1}`,
    line,
    2.3,
    0.9,
  );
  const folds = isOld
    ? drawStroke(
        `M${formatPixels(at - wide - 8)} 246Q${formatPixels(at - wide - 12)} 254 ${formatPixels(at - wide - 8)} 264M${formatPixels(at + wide + 8)} 246Q${formatPixels(at + wide + 12)} 254 ${formatPixels(at + wide + 8)} 264`,
        line,
        1.3,
        0.45,
      )
    : '';
  const cheeks = ([1, -1] as const)
    .map((side) =>
      svgElement('circle', { cx: at + side * 36, cy: 236, r: 13, fill: '#c2694a', 'fill-opacity': 0.1 }),
    )
    .join('');
  const face = svgElement('path', { d: outline, fill: lit });
  const edge = svgElement('path', { d: outline, stroke: line, 'stroke-opacity': 0.55, 'stroke-width': 1.3 });
  return (
    ear(1) +
    ear(-1) +
    face +
    shade +
    edge +
    cheeks +
    drawBeard(sheet, person, outline) +
    nose +
    lips +
    mouth +
    folds +
    eyes.join('')
  );
}

function isLight(colour: string): boolean {
  return Number.parseInt(colour.slice(1, 3), 16) > 0x90;
}
