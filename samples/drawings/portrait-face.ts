import { element, short } from '../../src/http/drawings/svg.ts';
import { drawBeard, ink, stroke } from './portrait-beard.ts';
import type { Person } from './portrait-person.ts';
import type { Sheet } from './sheet.ts';

const cx = 200;

export function headOutline({ head, jaw, chin }: Person): string {
  const [l, r] = [short(cx - head), short(cx + head)];
  const [j, k] = [short(cx + jaw), short(cx - jaw)];
  return `M${l} 190C${l} 98 ${r} 98 ${r} 190C${r} 244 ${j} ${short(chin)} ${cx} ${short(chin)}C${k} ${short(chin)} ${l} 244 ${l} 190Z`;
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
    return element('ellipse', {
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
  const half = `M${at} 90Q${at + sheet.sun * 10} 190 ${at + sheet.sun * 3} 206L${at + way * 10} 240L${at + sheet.sun * 2} 262L${at + sheet.sun * 6} ${short(chin + 4)}L${cx + sheet.sun * 110} ${short(chin + 4)}L${cx + sheet.sun * 110} 90Z`;
  const shade = sheet.clipped(outline, element('path', { d: half, fill: shaded, 'fill-opacity': 0.68 }));
  const isFeminine = presentation === 'feminine';
  const eyes = ([1, -1] as const).map((side) => {
    const x = at + side * eye - (side === way ? way * 2 : 0);
    const lid = stroke(
      `M${short(x - 9)} ${isFeminine ? 203 : 202}Q${short(x)} 195 ${short(x + 9)} ${isFeminine ? 202 : 203}`,
      ink,
      isFeminine ? 2.6 : 1.8,
      0.85,
    );
    const lash = isFeminine ? stroke(`M${short(x + side * 9)} 202l${side * 4} -3`, ink, 2.2, 0.85) : '';
    const pupil = element('ellipse', { cx: short(x), cy: 204, rx: 4, ry: 5, fill: ink });
    const glint = element('circle', {
      cx: short(x + 1.4),
      cy: 202.4,
      r: 1.2,
      fill: '#ffffff',
      'fill-opacity': 0.85,
    });
    const age = isOld
      ? stroke(`M${short(x - 8)} 214Q${short(x)} 218 ${short(x + 8)} 214`, line, 1.3, 0.45)
      : '';
    const arch = stroke(
      `M${short(x - side * 11)} ${short(186 + brow * 0.4)}Q${short(x)} ${short(174 - Math.abs(brow))} ${short(x + side * 13)} ${short(185 - brow * 0.4)}`,
      isLight(hair) ? line : hair,
      isFeminine ? 3.2 : 4.8,
      0.9,
    );
    return pupil + glint + lid + lash + age + arch;
  });
  const nose = stroke(
    `M${at + way * 2} 207L${at + way * 10} 236Q${at + way * 11} 243 ${at + way * 2} 243Q${at - way * 3} 243 ${at - way * 5} 240`,
    line,
    1.9,
    0.75,
  );
  const wide = 14 + smile * 0.6;
  const y = 261;
  const lips = isFeminine
    ? element('path', {
        d: `M${short(at - wide)} ${y}Q${at - 5} ${y - 5} ${at} ${y - 2.5}Q${at + 5} ${y - 5} ${short(at + wide)} ${y}Q${at} ${short(y + smile + 7)} ${short(at - wide)} ${y}Z`,
        fill: line,
        'fill-opacity': 0.62,
      })
    : stroke(
        `M${at - 6} ${short(y + smile * 0.6 + 7)}Q${at} ${short(y + smile * 0.6 + 8.5)} ${at + 6} ${short(y + smile * 0.6 + 7)}`,
        line,
        1.6,
        0.5,
      );
  const mouth = stroke(
    `M${short(at - wide - 1)} ${y - 1}Q${at} ${short(y + smile)} ${short(at + wide + 1)} ${y - 1}`,
    line,
    2.3,
    0.9,
  );
  const folds = isOld
    ? stroke(
        `M${short(at - wide - 8)} 246Q${short(at - wide - 12)} 254 ${short(at - wide - 8)} 264M${short(at + wide + 8)} 246Q${short(at + wide + 12)} 254 ${short(at + wide + 8)} 264`,
        line,
        1.3,
        0.45,
      )
    : '';
  const cheeks = ([1, -1] as const)
    .map((side) =>
      element('circle', { cx: at + side * 36, cy: 236, r: 13, fill: '#c2694a', 'fill-opacity': 0.1 }),
    )
    .join('');
  const face = element('path', { d: outline, fill: lit });
  const edge = element('path', { d: outline, stroke: line, 'stroke-opacity': 0.55, 'stroke-width': 1.3 });
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
