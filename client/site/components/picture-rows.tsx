import type { ReactNode } from 'react';
import { type Rhythm, rowsOfPictures, shapeInRow, type SizedPicture, slotOf } from './rows-of-pictures.ts';

interface PictureRowsProps<P> {
  pictures: readonly P[];
  rhythm: Rhythm;
  /** The content of the figure of a picture. `sizes` and `ratios` are those of its place. */
  children: (picture: P, place: { sizes: string; ratios: readonly number[] }, index: number) => ReactNode;
}

/** Pictures in full rows, each nearly in its own proportions. A page with them must link `picture-rows.css`. */
export function PictureRows<P extends SizedPicture & { path: string }>({
  pictures,
  rhythm,
  children,
}: PictureRowsProps<P>) {
  const rows = rowsOfPictures(pictures, rhythm);
  return (
    <div className="picture-rows">
      {rows.map((row) => {
        const total = row.pictures.reduce((sum, picture) => sum + slotOf(picture), 0);
        return (
          <div key={row.start} className="picture-row">
            {row.pictures.map((picture, at) => {
              const share = row.pictures.length === 1 ? 1 : slotOf(picture) / total;
              const narrow = slotOf(picture) > 1 ? '90vw' : '44vw';
              const sizes = `(min-width: 93rem) ${Math.round(share * 84)}rem, (min-width: 48rem) ${Math.round(share * 92)}vw, ${narrow}`;
              return (
                <figure key={picture.path} data-shape={shapeInRow(picture)}>
                  {children(picture, { sizes, ratios: [slotOf(picture)] }, row.start + at)}
                </figure>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}
