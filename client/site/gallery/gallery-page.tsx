import type { PictureView } from '../../../src/shared/picture-view.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, type PageLoadInput, titleAndDescriptionOf } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { EmptyList } from '../components/empty-list.tsx';
import viewerStyles from '../components/gallery-viewer.css?url';
import { GalleryViewer } from '../components/gallery-viewer.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { PictureRows } from '../components/picture-rows.tsx';
import { rhythms } from '../components/rows-of-pictures.ts';
import { StoredPicture } from '../components/stored-picture.tsx';
import styles from './gallery-page.css?url';

interface GalleryPicture extends PictureView {
  /** The path, relative to the site's root. */
  path: string;
  title: string;
  /** The year, or ''. */
  note: string;
  /** The languages of a title and an alternative text without a translation. */
  titleLang?: string | undefined;
  altLang?: string | undefined;
}

function GalleryPage({ data: { pictures } }: { data: { pictures: GalleryPicture[] } }) {
  const { linked, pages, texts, formats } = useSiteSettings();
  const { heading, intro } = pages.gallery;
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
          <div className="hall">
            <PictureRows pictures={pictures} rhythm={rhythms.gallery}>
              {(picture, place, index) => {
                const { path, title, note, titleLang, altLang } = picture;
                const position = texts.gallery.position(formats.number(index + 1), count);
                const alt = picture.alt || title || `${texts.gallery.viewer} ${position}`;
                return (
                  <>
                    <a
                      href={`/${path}`}
                      lang={altLang}
                      data-title={title}
                      data-lang={titleLang}
                      data-note={note ? `${note} · ${position}` : position}
                    >
                      <StoredPicture
                        path={path}
                        picture={{ ...picture, alt }}
                        isFirst={index === 0}
                        {...place}
                      />
                    </a>
                    {(title || note) && (
                      <figcaption lang={titleLang}>{[title, note].filter(Boolean).join(' · ')}</figcaption>
                    )}
                  </>
                );
              }}
            </PictureRows>
          </div>
        )}
      </section>
      {pictures.length > 0 && <GalleryViewer />}
    </>
  );
}

async function loadGallery({ api }: PageLoadInput): Promise<{ pictures: GalleryPicture[] }> {
  const { pictures } = await api.gallery.published.query();
  return {
    pictures: pictures.map(
      ({ path, caption, caption_lang: titleLang, alt_lang: altLang, year, ...picture }) => {
        const note = year === null ? '' : String(year);
        return { ...picture, path, title: caption, note, titleLang, altLang };
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
