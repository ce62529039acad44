import './stored-picture.css';
import { focalCentreTenths } from '../../../src/modules/library/library.facts.ts';
import { toneKeywordsOf } from '../../../src/shared/picture-tone.ts';
import { treatmentOf } from '../../../src/shared/brand/picture-treatment.ts';
import { type PictureView, treatedSourcesOf } from '../../../src/shared/picture-view.ts';
import { useSiteSettings } from '../app/site-context.ts';

interface StoredPictureProps {
  /** The stored path, relative to the site's root, or null. */
  path: string | null;
  picture?: PictureView | null;
  /** The alternative text for a picture that has no alternative text of its own. */
  alt?: string;
  width?: number;
  height?: number;
  /** The width of the place of the picture, as in the attribute `sizes`. */
  sizes?: string;
  /** The width of the place divided by its height, for each entry of `sizes`. The last one counts for further entries. */
  ratios?: readonly number[];
  isFirst?: boolean;
  /**
   * The name of the view transition from a card to the page that the card links to. The picture on the card and the
   * picture on that page need the same name. A name must occur only once on a page.
   */
  name?: string;
}

/** Returns whether most rows of a list have no picture. Such a list is laid out without pictures. */
export function hasFewPictures<Row>(
  rows: readonly Row[],
  pictureOf: (row: Row) => string | null | undefined,
) {
  return rows.filter(pictureOf).length * 2 < rows.length;
}

const usualRatio = 3 / 2;

/** A picture that is wider than its place fills the height of the place, so it is wider than `sizes` says. */
function sizesToFill(
  sizes: string,
  { width, height }: PictureView,
  ratios: readonly number[] = [usualRatio],
): string {
  const entries = sizes.split(', ').map((entry, at) => {
    const enlarged = width / height / (ratios[at] ?? ratios.at(-1)!);
    return enlarged > 1
      ? entry.replace(/\S+$/, (length) => `calc(${length} * ${enlarged.toFixed(2)})`)
      : entry;
  });
  return entries.join(', ');
}

/**
 * A stored picture with its sources in other formats and sizes. The page reserves the space of the picture until it has
 * loaded. Renders nothing if there is no path.
 */
export function StoredPicture(props: StoredPictureProps) {
  const { path, picture, alt = '', width = 1200, height = 800, isFirst = false, name } = props;
  const treatment = treatmentOf(useSiteSettings().brand);
  if (!path) return null;
  const sources = picture && treatment ? treatedSourcesOf(path, picture, treatment) : picture?.sources;
  const [light, hue] = picture ? toneKeywordsOf(picture.colour).split(' ') : [];
  // A treated picture has no colours of its own.
  const tone = treatment || !hue ? light : `${light} ${hue}`;
  const sizes = props.sizes && picture ? sizesToFill(props.sizes, picture, props.ratios) : props.sizes;
  const src = /^https?:/.test(path) ? path : `/${path}`;
  const focal = picture?.focal;
  const isMiddle = !focal || (focal.x === focalCentreTenths && focal.y === focalCentreTenths);
  const haste = isFirst
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);
  return (
    <picture className="stored-picture-sources">
      {sources?.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        className={isMiddle ? 'stored-picture' : `stored-picture fx-${focal.x} fy-${focal.y}`}
        data-name={name}
        data-tone={tone}
        src={src}
        alt={picture?.alt ?? alt}
        width={picture?.width ?? width}
        height={picture?.height ?? height}
        {...haste}
      />
    </picture>
  );
}
