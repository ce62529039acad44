export interface SizedPicture {
  width: number;
  height: number;
}

/** The proportions in which rows show pictures: few, because style sheets name them. */
const shapes = [
  { name: 'pano', least: 1.8, slot: 2 },
  { name: 'wide', least: 1.2, slot: 1.5 },
  { name: 'square', least: 0.9, slot: 1 },
  { name: 'tall', least: 0, slot: 0.75 },
] as const;

function shapeFor({ width, height }: SizedPicture) {
  return shapes.find(({ least }) => width / height >= least)!;
}

export function shapeInRow(picture: SizedPicture): (typeof shapes)[number]['name'] {
  return shapeFor(picture).name;
}

/** The width of the place of a picture, divided by its height. */
export function slotOf(picture: SizedPicture): number {
  return shapeFor(picture).slot;
}

/** The wished widths of rows divided by their height, by turns. */
export interface Rhythm {
  wished: readonly number[];
  /** Of a picture that is alone in a row although it is not as wide as that: how much it is avoided. */
  alone: number;
}

export const rhythms = {
  /** A large row begins, and each third one is large. */
  gallery: { wished: [2.4, 4, 4], alone: 10 },
  /** Large pictures and pairs. */
  story: { wished: [2, 3], alone: 0 },
} satisfies Record<string, Rhythm>;

const mostPerRow = 5;
/** A picture alone in a row is shown as wide as this. */
const slotAlone = 2;

interface PictureRow<P> {
  pictures: readonly P[];
  start: number;
}

/** A division into rows, the difference of their widths from those wished, and the number of rows. */
interface Division {
  cost: number;
  rows: number;
  start: number;
}

/** Divides pictures, in their order, into rows of one height. Only a picture that is wide itself is alone in a row. */
export function rowsOfPictures<P extends SizedPicture>(
  pictures: readonly P[],
  { wished, alone }: Rhythm,
): PictureRow<P>[] {
  // The best division of the first pictures, for each number of them
  const best: Division[] = [{ cost: 0, rows: 0, start: 0 }];
  for (let end = 1; end <= pictures.length; end += 1) {
    let width = 0;
    for (let start = end - 1; start >= Math.max(0, end - mostPerRow); start -= 1) {
      width += slotOf(pictures[start]!);
      const { cost, rows } = best[start]!;
      const isAlone = end - start === 1;
      const difference = (isAlone ? slotAlone : width) - wished[rows % wished.length]!;
      const total = cost + difference ** 2 + (isAlone && width < slotAlone ? alone : 0);
      if (total <= (best[end]?.cost ?? Number.POSITIVE_INFINITY))
        best[end] = { cost: total, rows: rows + 1, start };
    }
  }
  const rows: PictureRow<P>[] = [];
  for (let end = pictures.length; end > 0; end = best[end]!.start) {
    const { start } = best[end]!;
    rows.unshift({ pictures: pictures.slice(start, end), start });
  }
  return rows;
}
