import IconArrowRight from 'icon:arrow-right';
import IconCheck from 'icon:check';
import IconChevronDown from 'icon:chevron-down';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { slugOfText } from '../../../src/shared/slugs.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, titleAndDescriptionOf } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { PhoneLink } from '../components/phone-link.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import quotationStyles from '../components/quotation.css?url';
import { TestimonialQuotation } from '../components/quotation.tsx';
import { StoredPicture } from '../components/stored-picture.tsx';
import { ThemePicture } from '../components/theme-picture.tsx';
import { serviceDrawing } from '../drawings/drawings.ts';
import { CustomSections } from '../blocks/custom-sections.tsx';
import styles from './services-page.css?url';

type Projects = ApiOutputs['portfolio']['published']['portfolios'];
type Testimonials = ApiOutputs['testimonials']['published']['testimonials'];
type Service = SiteSettings['lists']['services'][number];

interface ServicesData {
  testimonials: Testimonials;
  projects: Projects;
}

function ServicesPage({ data: { testimonials, projects } }: { data: ServicesData }) {
  const { pages, lists } = useSiteSettings();
  const { heading, intro, ask_heading, ask_button, ask_path } = pages.services;
  return (
    <>
      <PageOpening page="services" title={heading} lead={intro} />
      <div className="hall services-list">
        {lists.services.map((service, index) => (
          <ServiceEntry
            key={service.key}
            service={service}
            index={index}
            testimonial={testimonials.find((one) => isAbout(one, service))}
            project={projects.find(({ services }) => services.includes(service.key))}
          />
        ))}
      </div>
      <CustomSections />
      {ask_heading && (
        <section className="section services-ask on-colour" aria-labelledby="services-ask-title">
          <div className="hall">
            <h2 id="services-ask-title">{ask_heading}</h2>
            {ask_button && (
              <a className="button" href={ask_path || sitePaths.quotations}>
                {ask_button}
                <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
              </a>
            )}
            {ask_path && <PhoneLink className="services-ask-phone" />}
          </div>
        </section>
      )}
    </>
  );
}

/** Returns whether a testimonial names a service, or belongs to a project that used the service. */
function isAbout({ service, project }: Testimonials[number], { key, title }: Service): boolean {
  return service === title || slugOfText(service) === key || (project?.services.includes(key) ?? false);
}

interface ServiceProps {
  service: Service;
  index: number;
  testimonial: Testimonials[number] | undefined;
  /** A project that used the service. */
  project: Projects[number] | undefined;
}

/** A service as a row that opens in place if there is more about it, or leads to the page of the service. */
function ServiceEntry({ service, index, testimonial, project }: ServiceProps) {
  const { key, url, points } = service;
  const { brand } = useSiteSettings();
  const hasBody = points.length > 0 || project || testimonial || brand.drawings !== 'off';
  if (url || !hasBody)
    return (
      <div className="service" id={key}>
        <ServiceRow service={service} isOpened={false} />
      </div>
    );
  // The project above is not linked twice.
  const about = testimonial?.project?.path === project?.path ? null : (testimonial?.project ?? null);
  return (
    <details className="service" name="services" open={index === 0}>
      <ServiceRow service={service} isOpened />
      {/* A link to a service opens its row, because the browser opens what contains the target. */}
      <div className="service-body" id={key}>
        <ServicePicture service={service} index={index} project={project} />
        <div className="service-words">
          <ServicePoints points={service.points} />
          {project && (
            <a className="onward" href={project.path} lang={project.lang ?? undefined}>
              {project.title}
              <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
            </a>
          )}
          {testimonial && (
            <div className="service-testimonial">
              <TestimonialQuotation testimonial={{ ...testimonial, project: about }} />
            </div>
          )}
        </div>
      </div>
    </details>
  );
}

interface ServiceRowProps {
  service: Service;
  /** Whether the row opens in place. Another one leads to the page of its service, if it has one. */
  isOpened: boolean;
}

function ServiceRow({ service: { title, summary, price, duration, url }, isOpened }: ServiceRowProps) {
  const Row = isOpened ? 'summary' : 'div';
  const terms = [price, duration].filter(Boolean);
  return (
    <Row className={url ? 'service-row whole-link' : 'service-row'}>
      <h2>{url ? <a href={url}>{title}</a> : title}</h2>
      {summary && <span className="service-line">{summary}</span>}
      {terms.length > 0 && (
        <span className="service-terms">
          {terms.map((term) => (
            <span key={term}>{term}</span>
          ))}
        </span>
      )}
      {isOpened && <IconChevronDown className="service-arrow" size={26} stroke={1.5} aria-hidden="true" />}
      {url && <IconArrowRight className="service-arrow" size={26} stroke={1.5} aria-hidden="true" />}
    </Row>
  );
}

/** A drawing, or the picture of the project on a site without drawings. */
function ServicePicture({ service: { key }, index, project }: Omit<ServiceProps, 'testimonial'>) {
  const { brand } = useSiteSettings();
  const isFirst = index === 0;
  if (brand.drawings === 'off')
    return (
      <StoredPicture
        path={project?.image ?? null}
        picture={project?.picture ?? null}
        sizes="(min-width: 93rem) 34rem, (min-width: 60rem) 38vw, 90vw"
        isFirst={isFirst}
      />
    );
  const drawing = serviceDrawing(key, index);
  return drawing && <ThemePicture drawing={drawing} className="service-picture" isFirst={isFirst} />;
}

function ServicePoints({ points }: { points: readonly string[] }) {
  const { points_heading } = useSiteSettings().pages.services;
  if (points.length === 0) return null;
  return (
    <div>
      {points_heading && <h3>{points_heading}</h3>}
      <ul>
        {points.map((point) => (
          <li key={point}>
            <IconCheck className="service-tick" size={20} stroke={1.75} aria-hidden="true" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The page about the company's services: an index whose rows open. An open row has the benefits, and a project and a
 * testimonial if there are any.
 */
export const servicesPage = definePage<ServicesData>({
  path: sitePaths.services,
  styles: [quotationStyles, styles],
  load: async ({ api, site }) => {
    const [{ testimonials }, { portfolios: projects }] = await Promise.all([
      api.testimonials.published.query({}),
      site.linked.portfolio ? api.portfolio.published.query({}) : { portfolios: [] },
    ]);
    return { testimonials, projects };
  },
  head: (_, { pages }) => ({ ...titleAndDescriptionOf(pages.services), canonical: sitePaths.services }),
  Page: ServicesPage,
});
