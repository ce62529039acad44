import quotationStyles from '../components/quotation.css?url';
import styles from './project-page.css?url';
import storyStyles from './project-story.css?url';
import '../components/filter-links.css';
import IconArrowRight from 'icon:arrow-right';
import { nameInList } from '../../../src/shared/settings/choices.ts';
import { meaningfulText, withJoinedNumbers } from '../../../src/shared/meaningful-text.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, metadataOfRow } from '../app/page-route.tsx';
import { loadByIdOrSlug, withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceName } from '../components/choice-name.tsx';
import { Quotation, TestimonialQuotation } from '../components/quotation.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { StoredPicture } from '../components/stored-picture.tsx';
import { languageAttributes } from '../components/language-attributes.ts';
import { shapeOf } from '../components/picture-shape.ts';
import { ProjectFacts } from './project-facts.tsx';
import { ProjectFigures, ProjectGallery, ProjectStory } from './case-study-sections.tsx';

type ProjectPage = ApiOutputs['portfolio']['publishedOne'];
type Testimonials = ApiOutputs['testimonials']['published']['testimonials'];
type ProjectData = ProjectPage & { testimonials: Testimonials };

function ProjectPage({ data: { portfolio: project, next, testimonials } }: { data: ProjectData }) {
  const { title, category, description, image, picture, quote, quote_person, quote_role, result_line } =
    project;
  const { lang, dir } = languageAttributes(project);
  const quotes = testimonials.length > 0 || quote;
  // A tall picture stands beside the facts.
  const isTall = image !== null && shapeOf(picture) === 'tall';
  const shownPicture = image && (
    <div className="project-picture">
      <StoredPicture
        path={image}
        picture={picture}
        sizes={
          isTall
            ? '(min-width: 93rem) 41rem, (min-width: 40rem) 46vw, 100vw'
            : '(min-width: 60rem) 100vw, 100vw'
        }
        ratios={isTall ? [4 / 5] : [21 / 9, 3 / 2]}
        isFirst
        name={`project-${project.id}`}
      />
    </div>
  );
  return (
    <>
      <article className="project-story" dir={dir}>
        <PageOpening
          title={title}
          lang={lang}
          isRow
          kicker={
            <a className="chip" href={withQuery(sitePaths.portfolio, { category })}>
              <ChoiceName list="portfolio_categories" value={category} />
            </a>
          }
        >
          {result_line && (
            <p className="project-result" lang={lang}>
              {withJoinedNumbers(result_line)}
            </p>
          )}
        </PageOpening>
        {!isTall && shownPicture}
        <div className={isTall ? 'hall project-body project-body-tall' : 'hall project-body'}>
          {isTall && shownPicture}
          <ProjectFacts project={project} />
          {meaningfulText(description) && (
            <div className="project-text" lang={lang} dir={dir ?? 'auto'}>
              {description.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          )}
        </div>
        <ProjectFigures figures={project.figures} />
        <ProjectStory project={project} />
        {quotes && (
          <div className="project-quotes">
            <div className="hall">
              {quote && <Quotation quote={quote} person={quote_person ?? ''} role={quote_role ?? ''} />}
              {testimonials.map((each) => (
                <TestimonialQuotation key={each.id} testimonial={{ ...each, project: null }} />
              ))}
            </div>
          </div>
        )}
        <ProjectGallery pictures={project.gallery} />
      </article>
      {next && <NextProject project={next} />}
    </>
  );
}

function NextProject({
  project: { path, title, client, lang },
}: {
  project: NonNullable<ProjectPage['next']>;
}) {
  const { company, texts } = useSiteSettings();
  return (
    <section className="project-next" aria-labelledby="project-next-title">
      <div className="hall whole-link">
        <p className="note">{texts.portfolio.next}</p>
        <h2 id="project-next-title">
          <a href={path} lang={lang ?? undefined}>
            {title}
          </a>
        </h2>
        {client !== company.name && meaningfulText(client) && <p>{client}</p>}
        <IconArrowRight size={40} stroke={1.5} aria-hidden="true" />
      </div>
    </section>
  );
}

/** The maximum number of testimonials on a project page. */
const shownTestimonials = 3;

/**
 * The page of one project: description, facts, and those parts of the case study that staff have filled in.
 */
export const projectPage = definePage<ProjectData>({
  path: `${sitePaths.portfolio}/:id`,
  styles: [quotationStyles, styles, storyStyles],
  load: async (request) => {
    const { api } = request;
    const page = await loadByIdOrSlug(request, {
      byId: (id) => api.portfolio.publishedOne.query({ id }),
      bySlug: (slug) => api.portfolio.publishedBySlug.query({ slug }),
    });
    const about = { project_id: page.portfolio.id, limit: shownTestimonials };
    return { ...page, ...(await api.testimonials.published.query(about)) };
  },
  head: ({ portfolio }, { texts, choices }) => {
    const { title, client, description } = portfolio;
    const category = nameInList(choices, 'portfolio_categories', portfolio.category);
    return metadataOfRow(portfolio, {
      title,
      description: [
        meaningfulText(client) ? texts.portfolio.summary(category, client) : `${category}.`,
        meaningfulText(description.split('\n')[0]!),
      ]
        .filter(Boolean)
        .join(' '),
    });
  },
  Page: ProjectPage,
});
