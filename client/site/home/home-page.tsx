import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, titleAndDescriptionOf } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { TestimonialQuotation } from '../components/quotation.tsx';
import { CustomSections } from '../blocks/custom-sections.tsx';
import { ClientRow } from './client-row.tsx';
import { type AlbumPicture, CompanyLife } from './company-life.tsx';
import { Hero } from './hero.tsx';
import { LatestPosts } from './latest-posts.tsx';
import { MissionBand } from './mission-band.tsx';
import quotationStyles from '../components/quotation.css?url';
import posterStyles from './hero-poster.css?url';
import wideStyles from './hero-wide.css?url';
import styles from './home-page.css?url';
import servicesStyles from './services-index.css?url';
import { ServicesIndex } from './services-index.tsx';
import { SelectedProjects } from './selected-projects.tsx';

interface HomeData {
  posts: ApiOutputs['blog']['published']['posts'];
  projects: ApiOutputs['portfolio']['featured']['portfolios'];
  clients: ApiOutputs['clients']['published']['clients'];
  testimonials: ApiOutputs['testimonials']['published']['testimonials'];
  pictures: AlbumPicture[];
  /** The styles of the opening and of sections that few sites have. */
  styles: string[];
}

const latest = 4;
const shownTestimonials = 3;
const openingStyles = { poster: posterStyles, wide: wideStyles };

function HomePage({ data }: { data: HomeData }) {
  const sections = {
    services: <ServicesIndex key="services" />,
    highlights: <Highlights key="highlights" />,
    mission: <MissionBand key="mission" />,
    company_life: <CompanyLife key="company_life" pictures={data.pictures} />,
    latest: <LatestPosts key="latest" posts={data.posts} />,
    projects: <SelectedProjects key="projects" projects={data.projects} />,
    clients: <ClientRow key="clients" clients={data.clients} />,
    own: <CustomSections key="own" />,
    testimonial: <TestimonialBand key="testimonial" testimonials={data.testimonials} />,
  };
  return (
    <>
      <Hero />
      {useSiteSettings().pages.home.sections.map((name) => sections[name])}
    </>
  );
}

/** The highlights from the settings, in columns. */
function Highlights() {
  const { pages, lists } = useSiteSettings();
  if (lists.highlights.length === 0) return null;
  return (
    <section className="section highlights" aria-labelledby="highlights-title">
      <div className="hall">
        <h2 id="highlights-title">{pages.home.highlights_heading}</h2>
        <ul>
          {lists.highlights.map(({ key, title, text }) => (
            <li key={key}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The section with what clients say: the first large, and two others beside each other if there are three. */
function TestimonialBand({ testimonials }: Pick<HomeData, 'testimonials'>) {
  const { texts } = useSiteSettings();
  const [first, ...others] = testimonials;
  if (!first) return null;
  return (
    <section className="section testimonial-band" aria-labelledby="testimonial-band-title">
      <div className="hall testimonial-band-grid">
        <h2 id="testimonial-band-title">{texts.proof.testimonials}</h2>
        <TestimonialQuotation testimonial={first} />
        {others.length > 0 && (
          <div className="testimonial-band-others">
            {others.map((testimonial) => (
              <TestimonialQuotation key={testimonial.id} testimonial={testimonial} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

/** The home page. It loads only the data of the sections that it shows. */
export const homePage = definePage<HomeData>({
  path: sitePaths.home,
  styles: (data) => [quotationStyles, styles, ...data.styles],
  load: async ({ api, site }) => {
    const { opening, sections } = site.pages.home;
    const [{ posts }, { portfolios }, { clients }, { testimonials }, { pictures, is_sample }] =
      await Promise.all([
        site.linked.blog && sections.includes('latest')
          ? api.blog.published.query({ page: 1, per_page: latest })
          : { posts: [] },
        site.linked.portfolio && sections.includes('projects')
          ? api.portfolio.featured.query()
          : { portfolios: [] },
        sections.includes('clients') ? api.clients.published.query({}) : { clients: [] },
        sections.includes('testimonial')
          ? api.testimonials.published.query({ limit: shownTestimonials })
          : { testimonials: [] },
        site.linked.gallery && sections.includes('company_life')
          ? api.gallery.published.query()
          : { pictures: [], is_sample: false },
      ]);
    return {
      posts,
      projects: portfolios,
      clients,
      testimonials,
      styles: [
        ...(opening === 'poster' || opening === 'wide' ? [openingStyles[opening]] : []),
        ...(sections.includes('services') ? [servicesStyles] : []),
      ],
      pictures: is_sample ? [] : pictures.slice(0, site.lists.company_life.length),
    };
  },
  head: (_, { pages }) => ({ ...titleAndDescriptionOf(pages.home), canonical: sitePaths.home }),
  Page: HomePage,
});
