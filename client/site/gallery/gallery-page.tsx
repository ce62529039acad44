import './gallery-page.css';
import { paths } from '../../shared/site-paths.ts';
import { definePage, type PageRequest, wordsOf } from '../app/page-route.tsx';
import { useSite } from '../app/site-context.ts';
import { EmptyList } from '../components/empty-list.tsx';
import { PageOpening } from '../components/page-hero.tsx';
import { StoredPicture } from '../components/responsive-image.tsx';
import { largePlaces } from './gallery-layout.ts';
import { type GalleryPicture, inWords } from './gallery-picture.ts';
import { GalleryViewer } from './gallery-viewer.tsx';

const newestPosts = 16;

function GalleryPage({ data: pictures }: { data: GalleryPicture[] }) {
  const { features, pages, words, formats } = useSite();
  const { heading, intro } = pages.gallery;
  const large = largePlaces(pictures.length);
  const count = formats.number(pictures.length);
  return (
    <>
      <PageOpening page="gallery" title={heading} lead={pictures.length > 0 ? intro : undefined} />
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
            {pictures.map((picture, index) => (
              <li key={picture.path} className={classOf(large.indexOf(index))}>
                <a
                  href={`/${picture.path}`}
                  data-title={picture.title}
                  data-note={`${picture.category} · ${words.gallery.position(formats.number(index + 1), count)}`}
                >
                  <StoredPicture
                    path={picture.path}
                    picture={picture.picture && { ...picture.picture, alt: inWords(picture) }}
                    alt={inWords(picture)}
                    sizes={large.includes(index) ? largeSizes : smallSizes}
                    isFirst={index === 0}
                  />
                </a>
              </li>
            ))}
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

async function loadPictures({ api, site: { features } }: PageRequest): Promise<GalleryPicture[]> {
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

function factsOf({ title, category, picture }: Omit<GalleryPicture, 'path'>): Omit<GalleryPicture, 'path'> {
  return { title, category, picture };
}

/** The gallery: the pictures of the site, each of which can be enlarged. */
export const galleryPage = definePage<GalleryPicture[]>({
  path: paths.gallery,
  load: loadPictures,
  head: (_, { pages }) => ({ ...wordsOf(pages.gallery), canonical: paths.gallery }),
  Page: GalleryPage,
});
