import type { PictureView } from '../../../src/shared/picture-view.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, type PageLoadInput, titleAndDescriptionOf } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { EmptyList } from '../components/empty-list.tsx';
import viewerStyles from '../components/gallery-viewer.css?url';
import { GalleryViewer } from '../components/gallery-viewer.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { StoredPicture } from '../components/stored-picture.tsx';
import styles from './gallery-page.css?url';

interface GalleryPicture {
  /** The path, relative to the site's root. */
  path: string;
  picture: PictureView | null;
  title: string;
  /** The year, or ''. */
  note: string;
  /** The languages of a title and an alternative text without a translation. */
  titleLang?: string | undefined;
  altLang?: string | undefined;
  focal?: { x: number; y: number };
}

function GalleryPage({ data: { pictures } }: { data: { pictures: GalleryPicture[] } }) {
  const { linked, pages, texts, formats } = useSiteSettings();
  const { heading, intro } = pages.gallery;
  const large = largePlaces(pictures.length);
  const wider = large.length > 0 ? 0 : pictures.length % columns;
  const isLastAlone = (pictures.length - large.length) % 2 === 1;
  const count = formats.number(pictures.length);
  return (
    <>
      <PageOpening page="gallery" title={heading} lead={(pictures.length > 0 && intro) || undefined} />
      <section className="section gallery" aria-label={texts.gallery.pictures}>
        {pictures.length === 0 ? (
          <div className="hall">
            <EmptyList
              href={linked.portfolio ? sitePaths.portfolio : sitePaths.home}
              label={linked.portfolio ? texts.gallery.projects : texts.layout.backHome}
            >
              {texts.gallery.none}
            </EmptyList>
          </div>
        ) : (
          <ul className="hall">
            {pictures.map((picture, index) => {
              const { path, title, note, focal, titleLang, altLang } = picture;
              const position = texts.gallery.position(formats.number(index + 1), count);
              const alt = inWords(picture, `${texts.gallery.viewer} ${position}`);
              return (
                <li
                  key={path}
                  className={classOf(large.indexOf(index))}
                  data-share={index < wider ? wider : undefined}
                  data-alone={(isLastAlone && index === pictures.length - 1) || undefined}
                >
                  <a
                    href={`/${path}`}
                    lang={altLang}
                    data-title={title}
                    data-lang={titleLang}
                    data-note={note ? `${note} · ${position}` : position}
                  >
                    <StoredPicture
                      path={path}
                      picture={picture.picture && { ...picture.picture, alt }}
                      alt={alt}
                      focal={focal}
                      sizes={large.includes(index) || index < wider ? largeSizes : smallSizes}
                      isFirst={index === 0}
                    />
                  </a>
                  {(title || note) && <p lang={titleLang}>{[title, note].filter(Boolean).join(' · ')}</p>}
                </li>
              );
            })}
          </ul>
        )}
      </section>
      {pictures.length > 0 && <GalleryViewer />}
    </>
  );
}

const smallSizes = '(min-width: 93rem) 20rem, (min-width: 60rem) 22vw, 44vw';
const largeSizes = '(min-width: 93rem) 41rem, (min-width: 60rem) 45vw, 88vw';

/**
 * Returns the alternative text of a picture, or its title, or `usual`. The result is the accessible name of a
 * link, so it must not be empty.
 */
const inWords = ({ picture, title }: GalleryPicture, usual: string) => picture?.alt || title || usual;

const columns = 4;
const usualGroup = 7;

/**
 * Returns the indexes of the large pictures, chosen so that every row is full. A large picture fills four cells of the
 * four-column grid, and a small picture fills one cell. About every seventh picture is large, at even distances. If
 * there are too few pictures, none is large, and those that would not fill a row of four share the first row.
 */
function largePlaces(count: number): number[] {
  // If k of n pictures are large, n + 3k cells are filled. This number is a multiple of four if k and n have the same
  // remainder when divided by four.
  const rest = count % columns;
  const wished = Math.round((count / usualGroup - rest) / columns) * columns + rest;
  const large = wished < 0 ? rest : wished;
  if (large * (columns + 1) > count + 1) return [];
  return Array.from({ length: large }, (_, index) => Math.floor((index * count) / large));
}

/**
 * Returns the class of a large picture from its index among the large pictures. Returns undefined for the
 * index -1, which means a small picture.
 */
function classOf(place: number): string | undefined {
  if (place < 0) return undefined;
  return place % 2 === 0 ? 'gallery-large' : 'gallery-large gallery-large-right';
}

async function loadGallery({ api }: PageLoadInput): Promise<{ pictures: GalleryPicture[] }> {
  const { pictures } = await api.gallery.published.query();
  return {
    pictures: pictures.map(
      ({ path, caption, caption_lang: titleLang, alt_lang: altLang, year, focal, ...picture }) => {
        const note = year === null ? '' : String(year);
        return { path, picture, focal, title: caption, note, titleLang, altLang };
      },
    ),
  };
}

/** The gallery page, with the pictures of the album that staff maintain. Each picture can be enlarged. */
export const galleryPage = definePage<{ pictures: GalleryPicture[] }>({
  path: sitePaths.gallery,
  styles: [styles, viewerStyles],
  load: loadGallery,
  head: (_, { pages }) => ({ ...titleAndDescriptionOf(pages.gallery), canonical: sitePaths.gallery }),
  Page: GalleryPage,
});
