import { defaultsIn } from '../../../src/shared/settings/defaults.ts';
import type { SiteSettings } from '../../../src/shared/settings/site.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, type PageRequest, wordsOf } from '../app/page-route.tsx';
import { useSite } from '../app/site-context.ts';
import { EmptyList } from '../components/empty-list.tsx';
import { PageOpening } from '../components/page-hero.tsx';
import { StoredPicture } from '../components/responsive-image.tsx';
import { largePlaces } from './gallery-layout.ts';
import styles from './gallery-page.css?url';
import { type GalleryPicture, inWords } from './gallery-picture.ts';
import { GalleryViewer } from './gallery-viewer.tsx';

const newestPosts = 16;

interface Gallery {
  pictures: GalleryPicture[];
  /** Staff have chosen the pictures. Otherwise they are those of projects and posts. */
  isAlbum: boolean;
}

function GalleryPage({ data: { pictures, isAlbum } }: { data: Gallery }) {
  const site = useSite();
  const { features, words, formats } = site;
  const { heading, intro } = textsOf(site, isAlbum);
  const large = largePlaces(pictures.length);
  const count = formats.number(pictures.length);
  return (
    <>
      <PageOpening page="gallery" title={heading} lead={(pictures.length > 0 && intro) || undefined} />
      <section className="section gallery" aria-label={words.gallery.pictures}>
        {pictures.length === 0 ? (
          <div className="hall">
            <EmptyList
              href={features.portfolio ? paths.portfolio : paths.home}
              label={features.portfolio ? words.gallery.projects : words.layout.backHome}
            >
              {words.gallery.none}
            </EmptyList>
          </div>
        ) : (
          <ul className="hall">
            {pictures.map((picture, index) => {
              const { path, title, note, focal } = picture;
              const position = words.gallery.position(formats.number(index + 1), count);
              const alt = inWords(picture, `${words.gallery.viewer} ${position}`);
              return (
                <li key={path} className={classOf(large.indexOf(index))}>
                  <a
                    href={`/${path}`}
                    data-title={title}
                    data-note={note ? `${note} · ${position}` : position}
                  >
                    <StoredPicture
                      path={path}
                      picture={picture.picture && { ...picture.picture, alt }}
                      alt={alt}
                      focal={focal}
                      sizes={large.includes(index) ? largeSizes : smallSizes}
                      isFirst={index === 0}
                    />
                  </a>
                  {isAlbum && (title || note) && <p>{[title, note].filter(Boolean).join(' · ')}</p>}
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

/** Returns the class of a picture from its index among the large ones. */
function classOf(place: number): string | undefined {
  if (place < 0) return undefined;
  return place % 2 === 0 ? 'gallery-large' : 'gallery-large gallery-large-right';
}

/** The usual texts say that the pictures are from projects and posts, which those of an album are not. */
function textsOf({ pages, region, company }: SiteSettings, isAlbum: boolean) {
  const texts = pages.gallery;
  if (!isAlbum) return texts;
  const usual = defaultsIn(region.language).pages.gallery;
  const unlessUsual = (name: 'intro' | 'description') =>
    texts[name] === usual[name].replaceAll('{name}', company.name) ? '' : texts[name];
  return { ...texts, intro: unlessUsual('intro'), description: unlessUsual('description') };
}

async function loadGallery({ api, site }: PageRequest): Promise<Gallery> {
  const { pictures } = await api.gallery.published.query();
  if (pictures.length === 0) return { pictures: await loadFromPages(api, site), isAlbum: false };
  const chosen = pictures.map(({ path, caption, year, focal, ...picture }) => {
    return { path, picture, focal, title: caption, note: year === null ? '' : String(year) };
  });
  return { pictures: chosen, isAlbum: true };
}

/** The pictures of projects and posts, while there is no album. */
async function loadFromPages(
  api: PageRequest['api'],
  { features }: PageRequest['site'],
): Promise<GalleryPicture[]> {
  const [{ portfolios }, { posts }] = await Promise.all([
    features.portfolio ? api.portfolio.published.query({}) : { portfolios: [] },
    features.blog ? api.blog.published.query({ page: 1, per_page: newestPosts }) : { posts: [] },
  ]);
  const projects = portfolios.map(({ image: path, ...project }) => ({ path, ...factsOf(project) }));
  const articles = posts.map(({ featured_image: path, ...post }) => ({ path, ...factsOf(post) }));
  const longer = projects.length > articles.length ? projects : articles;
  // Alternates projects and posts, so that neighbours differ.
  const mixed = longer
    .flatMap((_, index) => [projects[index], articles[index]])
    .filter((each) => each !== undefined);
  // Leaves out pictures at web addresses, because they belong to other sites.
  return mixed.flatMap(({ path, ...words }) => (path?.startsWith('uploads/') ? [{ path, ...words }] : []));
}

function factsOf({
  title,
  category,
  picture,
}: Pick<GalleryPicture, 'title' | 'picture'> & { category: string }): Omit<GalleryPicture, 'path'> {
  return { title, note: category, picture };
}

/** The gallery: the album of the staff, or the pictures of the site. Each can be enlarged. */
export const galleryPage = definePage<Gallery>({
  path: paths.gallery,
  styles: [styles],
  load: loadGallery,
  head: ({ isAlbum }, site) => ({ ...wordsOf(textsOf(site, isAlbum)), canonical: paths.gallery }),
  Page: GalleryPage,
});
