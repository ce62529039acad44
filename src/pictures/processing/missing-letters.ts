import sharp from 'sharp';
import { escapeXml } from '../../shared/xml.ts';

// This code runs in a separate process (`image-worker.ts`). The server does not load this file.

/** The size of the square in which each letter is drawn, in pixels. */
const square = 48;
/**
 * Code points that no font has, because Unicode never assigns them. Pango draws a frame with the digits of the code for
 * them, as for any letter that no font of the machine has. Frames of longer codes are wider.
 */
const never = ['\ufdd0', '\u{1fffe}'] as const;
/** Enough letters to notice a script that no font has. */
const maxLetters = 60;
const words = /<text\b([^>]*?)(?:\/>|>([^<]*)<\/text>)/g;

/**
 * Returns a drawing without all its words if a letter of them would be a frame, because no font of the machine has it.
 * Otherwise, returns the drawing.
 */
export async function withoutUnknownLetters(svg: string): Promise<string> {
  const texts = [...svg.matchAll(words)].map(([, attributes = '', text = '']) => ({ attributes, text }));
  const family = /font-family="([^"]*)"/.exec(texts[0]?.attributes ?? '')?.[1];
  const letters = [...new Set(texts.flatMap(({ text }) => [...text]))]
    .filter((letter) => /[^\P{L}a-z]/iu.test(letter))
    .slice(0, maxLetters);
  if (!family || letters.length === 0) return svg;
  const [short, long, ...edges] = await edgesOf([...never, ...letters], family);
  const isMissing = edges.some((edge, place) => edge === (letters[place]!.length > 1 ? long : short));
  return isMissing ? svg.replaceAll(words, '') : svg;
}

/** Draws each letter. Returns the place and the pixels of the outermost rows and columns of each. */
async function edgesOf(letters: readonly string[], family: string): Promise<string[]> {
  const drawn = letters.map(
    (letter, place) =>
      `<text x="8" y="${place * square + 36}" font-family="${family}" font-size="24">${escapeXml(letter)}</text>`,
  );
  const height = letters.length * square;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${square}" height="${height}">${drawn.join('')}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
  return letters.map((_, place) => edgeOf(pixels.subarray(place * square ** 2, (place + 1) * square ** 2)));
}

function edgeOf(pixels: Buffer): string {
  const lines = Array.from({ length: square }, (_, at) => at);
  const row = (y: number) => lines.map((x) => pixels[y * square + x]!);
  const column = (x: number) => lines.map((y) => pixels[y * square + x]!);
  const isInked = (line: number[]) => line.some((value) => value > 0);
  const [rows, columns] = [lines.map(row), lines.map(column)];
  const ends = [rows, columns].map((side) => [side.findIndex(isInked), side.findLastIndex(isInked)]);
  const [[top = -1, bottom = -1] = [], [left = -1, right = -1] = []] = ends;
  return JSON.stringify([ends, rows[top], rows[bottom], columns[left], columns[right]]);
}
