import { readFile } from 'node:fs/promises';
import { isWideEnoughForName } from '../../shared/brand/site-logo.ts';
import { hasDefaultDrawings } from '../../shared/brand/stylesheet.ts';
import { textWidthInEms } from '../../shared/letter-widths.ts';
import type { Motif } from '../../shared/motifs.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import type { ShareCard } from '../../shared/share-card.ts';
import { escapeXml } from '../../shared/xml.ts';
import { type HyphenateText, loadHyphenation, softHyphen } from '../pages/long-words.ts';
import { drawPicture, drawSign, type IconSign } from './icon.ts';
import { svgElement, lightColours, recolour, svgDocument } from './svg.ts';

/** In pixels. */
export const cardSceneSize = { width: 560, height: 630 } as const;
const width = 1200;
const { height } = cardSceneSize;
const margin = 72;
const sceneLeft = width - cardSceneSize.width;
const nameLeft = 130;
const columnWidth = sceneLeft - margin - 24;
/** The font file of this program and other machines name the font differently. */
const family = 'Bricolage Grotesque SemiBold, Bricolage Grotesque, Inter, Arial, sans-serif';

/** The largest size without divided words wins, then the largest that fits. Longer titles are cut. */
const settings = [
  { size: 68, maxLines: 3 },
  { size: 54, maxLines: 5 },
  { size: 44, maxLines: 7 },
  { size: 36, maxLines: 8 },
] as const;

type CardSite = Pick<SiteSettings, 'brand'> & {
  company: Pick<SiteSettings['company'], 'name'>;
  region: Pick<SiteSettings['region'], 'language'>;
};

export async function drawShareCard(
  card: ShareCard,
  { company, brand, region }: CardSite,
  logo: IconSign = { kind: 'mark' },
): Promise<string> {
  const { size, lines } = setTitle(card.title, await loadHyphenation(region.language));
  const heading = lines.map((line, index) =>
    word(line, margin, 216 + index * size * 1.1, size, lightColours.ink),
  );
  const drawn = svgDocument(
    width,
    height,
    svgElement('rect', { width, height, fill: lightColours.paper }) +
      (brand.drawings === 'off' || card.motif === null ? drawSide() : await drawMotif(card.motif)) +
      drawName(company.name, logo) +
      heading.join('') +
      word(wrap(card.kicker, columnWidth / 26, 1)[0] ?? '', margin, 556, 26, lightColours.pine),
  );
  return hasDefaultDrawings(brand) ? drawn : recolour(drawn, brand);
}

/** The build copies the folder beside the bundled program. */
export function cardSceneFile(motif: Motif): URL {
  return new URL(`./scenes/${motif.toLowerCase().replaceAll(' ', '-')}.svg`, import.meta.url);
}

export function readCardScene(motif: Motif): Promise<string> {
  return readFile(cardSceneFile(motif), 'utf8');
}

async function drawMotif(motif: Motif): Promise<string> {
  const scene = await readCardScene(motif);
  return svgElement('g', { transform: `translate(${sceneLeft} 0)` }, scene) + fadedEdge();
}

function drawSide(): string {
  return svgElement('rect', { x: width - margin, width: margin, height, fill: lightColours.pine });
}

/** Draws no name if the logo contains it. */
function drawName(name: string, logo: IconSign): string {
  if (logo.kind === 'picture' && isWideEnoughForName(logo))
    return drawPicture(logo, margin, 60, sceneLeft - margin - 48, 60);
  const fitting = wrap(name, (sceneLeft - nameLeft - 24) / 32, 1)[0] ?? '';
  return drawSign(logo, margin, 68, 44) + word(fitting, nameLeft, 101, 32, lightColours.ink);
}

function fadedEdge(): string {
  const stop = (offset: number, opacity: number) =>
    svgElement('stop', { offset, 'stop-color': lightColours.paper, 'stop-opacity': opacity });
  const gradient = svgElement('linearGradient', { id: 'edge' }, stop(0, 1) + stop(1, 0));
  return (
    svgElement('defs', {}, gradient) +
    svgElement('rect', { x: sceneLeft, y: 0, width: 120, height, fill: 'url(#edge)' })
  );
}

function word(text: string, x: number, y: number, size: number, fill: string): string {
  const letters = { 'font-family': family, 'font-weight': 600, 'font-size': size };
  return svgElement('text', { x, y, fill, ...letters }, escapeXml(text));
}

function setTitle(title: string, hyphenate: HyphenateText): { size: number; lines: string[] } {
  const divided = title.replaceAll(/\S+/g, (word) => hyphenate(word));
  const widest = Math.max(...title.split(/\s+/).map(textWidthInEms));
  const tries = settings.map(({ size, maxLines }) => {
    const room = columnWidth / size;
    return { size, maxLines, isWhole: widest <= room, lines: wrap(divided, room, Number.POSITIVE_INFINITY) };
  });
  const fitting = tries.filter(({ lines, maxLines }) => lines.length <= maxLines);
  const chosen = fitting.find(({ isWhole }) => isWhole) ?? fitting[0];
  if (chosen) return chosen;
  const { size, maxLines } = settings.at(-1)!;
  return { size, lines: wrap(divided, columnWidth / size, maxLines) };
}

/** Each line is up to `room` ems. Wider words are divided. An ellipsis replaces the rest. */
function wrap(text: string, room: number, maxLines: number): string[] {
  const lines: string[] = [];
  for (const piece of text.split(/\s+/).flatMap((part) => broken(part, room))) {
    const longer = `${lines.at(-1)} ${piece}`;
    if (lines.length > 0 && textWidthInEms(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  if (lines.length <= maxLines) return lines;
  const last = [...(lines[maxLines - 1] ?? '')];
  while (textWidthInEms(`${last.join('')} …`) > room) last.pop();
  return [...lines.slice(0, maxLines - 1), `${last.join('').trimEnd()} …`];
}

function broken(word: string, room: number): string[] {
  const whole = word.replaceAll(softHyphen, '');
  if (textWidthInEms(whole) <= room) return [whole];
  const lines: string[] = [];
  for (const syllable of word.split(softHyphen)) {
    const longer = (lines.at(-1) ?? '') + syllable;
    if (lines.length > 0 && textWidthInEms(`${longer}-`) <= room) lines[lines.length - 1] = longer;
    else lines.push(syllable);
  }
  const last = lines.length - 1;
  return lines.flatMap((line, at) => cut(at < last ? `${line}-` : line, room));
}

function cut(word: string, room: number): string[] {
  const pieces: string[] = [];
  for (const letter of word) {
    const longer = (pieces.at(-1) ?? '') + letter;
    if (pieces.length > 0 && textWidthInEms(longer) <= room) pieces[pieces.length - 1] = longer;
    else pieces.push(letter);
  }
  return pieces;
}
