import './opening-picture.css';
import type { PageWithCard } from '../../../src/shared/public-pages.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { StoredPicture } from './stored-picture.tsx';

interface OpeningPictureProps {
  page: PageWithCard;
  className?: string;
  /** The width of the picture on the screen, as in the attribute `sizes`. */
  sizes?: string;
  ratios?: readonly number[];
}

/** The company's own picture at the top of a page. Renders nothing for a page without such a picture. */
export function OpeningPicture({
  page,
  className = 'opening-picture',
  sizes = '(min-width: 48rem) 100vw, 100vw',
  ratios = [21 / 9, 3 / 2],
}: OpeningPictureProps) {
  const { pages, pictures } = useSiteSettings();
  const { picture: path, picture_alt: alt } = pages[page];
  const view = pictures.get(path);
  if (!view) return null;
  return (
    <div className={className}>
      <StoredPicture path={path} picture={{ ...view, alt }} sizes={sizes} ratios={ratios} isFirst />
    </div>
  );
}

/** Returns whether a page has a picture of the company at its top. */
export function useHasOpeningPicture(page: PageWithCard): boolean {
  const { pages, pictures } = useSiteSettings();
  return pictures.has(pages[page].picture);
}
