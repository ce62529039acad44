import { darkColours, svgElement, lightColours, svgDocument } from '../../src/http/drawings/svg.ts';
import { escapeXml } from '../../src/shared/xml.ts';

const height = 160;
const size = 96;
const family = 'Bricolage Grotesque SemiBold, Bricolage Grotesque, Inter, Arial, sans-serif';

/**
 * Draws the logo of a sample company: a sign made of simple shapes, and the name. The background is
 * transparent. `ground` is the background for which the colours are chosen. `number` selects the sign.
 */
export function drawLogo(name: string, ground: 'light' | 'dark', number: number): string {
  const { ink, pine } = ground === 'light' ? lightColours : darkColours;
  const draw = signs[number % signs.length]!;
  const sign = svgElement('g', { transform: 'translate(32 32)' }, draw(pine, ink));
  const font = { 'font-family': family, 'font-weight': 600, 'font-size': 58, fill: ink };
  const word = svgElement('text', { x: 32 + size + 28, y: 100, ...font }, escapeXml(name));
  return svgDocument(32 + size + 28 + widthOf(name) + 24, height, sign + word);
}

/** Returns the estimated width of a name in pixels. The estimate is generous, so that no name is cut off. */
function widthOf(name: string): number {
  const ems = [...name].map((letter) =>
    /[mwMW]/.test(letter) ? 0.92 : /[iljtfr ]/.test(letter) ? 0.38 : 0.63,
  );
  return Math.ceil(58 * ems.reduce((sum, em) => sum + em, 0));
}

type Draw = (fill: string, line: string) => string;

const signs: readonly Draw[] = [
  (fill, line) =>
    svgElement('circle', { cx: 48, cy: 48, r: 46, fill }) +
    svgElement('path', { d: 'M20 56H76', stroke: line, 'stroke-width': 8 }),
  (fill) => svgElement('path', { d: 'M4 92V40L48 4L92 40V92H60V58H36V92Z', fill }),
  (fill, line) =>
    svgElement('rect', { x: 4, y: 4, width: 42, height: 88, fill }) +
    svgElement('circle', { cx: 72, cy: 70, r: 22, fill: line }),
  (fill) =>
    svgElement('path', {
      d: 'M4 14H92V34H4ZM20 42H92V62H20ZM36 70H92V90H36Z',
      fill,
    }),
  (fill, line) =>
    svgElement('path', { d: 'M48 2L94 92H2Z', fill }) +
    svgElement('path', { d: 'M48 46L70 92H26Z', fill: line }),
  (fill) => svgElement('path', { d: 'M4 4H44V44H4ZM52 4H92V44H52ZM4 52H44V92H4Z', fill }),
];
