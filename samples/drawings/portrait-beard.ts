import { svgElement, formatPixels } from '../../src/http/drawings/svg.ts';
import type { Person } from './portrait-person.ts';
import type { Sheet } from './sheet.ts';

const cx = 200;

export const ink = '#111e19';

export function drawStroke(d: string, colour: string, width: number, opacity?: number): string {
  return svgElement('path', {
    d,
    stroke: colour,
    'stroke-width': width,
    'stroke-opacity': opacity,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
}

/** Draws the beard of a person. Only the lower edge of a full beard is outside the outline of the head. */
export function drawBeard(
  sheet: Sheet,
  { beard, hair, head, chin, jaw, turn }: Person,
  outline: string,
): string {
  if (beard === 'none') return '';
  const at = cx + turn;
  const moustache = `M${at - 22} 257Q${at - 14} 246 ${at} 249Q${at + 14} 246 ${at + 22} 257Q${at + 10} 257 ${at} 255.500Q${at - 10} 257 ${at - 22} 257Z`;
  if (beard === 'moustache') return svgElement('path', { d: moustache, fill: hair });
  const [l, r] = [cx - head - 4, cx + head + 4];
  const inner = `L${r} 206Q${r - 14} 244 ${at + 30} 249Q${at + 14} 244 ${at} 248Q${at - 14} 244 ${at - 30} 249Q${l + 14} 244 ${l} 206Z`;
  const gap = `M${at - 19} 259Q${at} 253 ${at + 19} 259Q${at + 14} 275 ${at} 275Q${at - 14} 275 ${at - 19} 259Z`;
  if (beard === 'stubble')
    return sheet.clipped(
      outline,
      svgElement('path', {
        d: `M${l} 206L${l} 310L${r} 310${inner}${gap}`,
        fill: hair,
        'fill-rule': 'evenodd',
        'fill-opacity': 0.26,
      }),
    );
  const trimmed = svgElement('path', {
    d: `M${l} 206L${l} 310L${r} 310${inner}${gap}`,
    fill: hair,
    'fill-rule': 'evenodd',
    'fill-opacity': 0.94,
  });
  if (beard === 'short') return sheet.clipped(outline, trimmed);
  const low = formatPixels(chin + 24);
  const full = `M${l + 4} 216Q${l + 6} 268 ${cx - jaw * 0.8} ${formatPixels(chin + 4)}Q${cx} ${low} ${formatPixels(cx + jaw * 0.8)} ${formatPixels(chin + 4)}Q${r - 6} 268 ${r - 4} 216Q${r - 16} 246 ${at + 30} 249Q${at} 242 ${at - 30} 249Q${l + 16} 246 ${l + 4} 216Z${gap}`;
  return svgElement('path', { d: full, fill: hair, 'fill-rule': 'evenodd' });
}

export function drawGlasses({ glasses, turn, eye, head }: Person): string {
  if (glasses === 'none') return '';
  const at = cx + turn;
  const lens = ([1, -1] as const).map((side) => {
    const x = at + side * (eye + 1);
    return glasses === 'round'
      ? svgElement('circle', {
          cx: formatPixels(x),
          cy: 205,
          r: 19,
          fill: '#ffffff',
          'fill-opacity': 0.14,
          stroke: ink,
          'stroke-width': 2.4,
        })
      : svgElement('rect', {
          x: formatPixels(x - 20),
          y: 190,
          width: 40,
          height: 29,
          rx: 7,
          fill: '#ffffff',
          'fill-opacity': 0.14,
          stroke: ink,
          'stroke-width': 3,
        });
  });
  const inner = eye + 1 - 19.5;
  const arms = `M${formatPixels(at - inner)} 203Q${at} 197 ${formatPixels(at + inner)} 203M${formatPixels(at - eye - 20)} 202L${formatPixels(cx - head)} 204M${formatPixels(at + eye + 20)} 202L${formatPixels(cx + head)} 204`;
  return lens.join('') + drawStroke(arms, ink, 2.2);
}
