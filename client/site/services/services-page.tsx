import IconArrowRight from 'icon:arrow-right';
import IconCheck from 'icon:check';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { slugOfText } from '../../../src/shared/slugs.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, titleAndDescriptionOf } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { PageOpening } from '../components/page-opening.tsx';
import quotationStyles from '../components/quotation.css?url';
import { TestimonialQuotation } from '../components/quotation.tsx';
import { ThemePicture } from '../components/theme-picture.tsx';
import { serviceDrawing } from '../drawings/drawings.ts';
import { CustomSections } from '../blocks/custom-sections.tsx';
import styles from './services-page.css?url';

type Testimonials = ApiOutputs['testimonials']['published']['testimonials'];
type Service = SiteSettings['lists']['services'][number];

function ServicesPage({ data: { testimonials } }: { data: { testimonials: Testimonials } }) {
  const { pages, lists } = useSiteSettings();
  const { services } = lists;
  const { heading, intro, ask_heading, ask_button } = pages.services;
  return (
    <>
      <PageOpening page="services" title={heading} lead={intro}>
        <nav aria-label={heading}>
          <ol className="services-index">
            {services.map(({ key, title }) => (
              <li key={key}>
                <a href={`#${key}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </PageOpening>
      {services.map((service, index) => (
        <ServiceSection
          key={service.key}
          service={service}
          index={index}
          count={services.length}
          testimonial={testimonials.find((one) => isAbout(one, service))}
        />
      ))}
      <CustomSections />
      {ask_heading && (
        <section className="section services-ask" aria-labelledby="services-ask-title">
          <div className="hall">
            <h2 id="services-ask-title">{ask_heading}</h2>
            {ask_button && (
              <a className="button" href={sitePaths.quotations}>
                {ask_button}
                <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
              </a>
            )}
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
  count: number;
  testimonial: Testimonials[number] | undefined;
}

function ServiceSection({ service, index, count, testimonial }: ServiceProps) {
  const { key: id, title, summary, points, url } = service;
  const { points_heading } = useSiteSettings().pages.services;
  const drawing = serviceDrawing(id, index);
  const isWide = index === Math.floor(count / 2);
  const layout = isWide ? 'service service-wide' : index % 2 === 1 ? 'service service-mirrored' : 'service';
  return (
    <section className={layout} id={id} aria-labelledby={`${id}-title`}>
      <div className="hall service-grid">
        {drawing && <ThemePicture drawing={drawing} className="service-picture" isFirst={index === 0} />}
        <div className="service-words">
          <h2 id={`${id}-title`}>{url ? <a href={url}>{title}</a> : title}</h2>
          {summary && <p className="lead">{summary}</p>}
          {points.length > 0 && (
            <>
              {points_heading && <h3>{points_heading}</h3>}
              <ul>
                {points.map((point) => (
                  <li key={point}>
                    <IconCheck size={20} stroke={1.75} aria-hidden="true" />
                    {point}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
      {testimonial && <ServiceTestimonial testimonial={testimonial} />}
    </section>
  );
}

function ServiceTestimonial({ testimonial }: { testimonial: Testimonials[number] }) {
  return (
    <div className="hall service-said">
      <TestimonialQuotation testimonial={testimonial} />
    </div>
  );
}

/** The page about the company's services, each with its benefits, and with a testimonial if there is one. */
export const servicesPage = definePage<{ testimonials: Testimonials }>({
  path: sitePaths.services,
  styles: [quotationStyles, styles],
  load: ({ api }) => api.testimonials.published.query({}),
  head: (_, { pages }) => ({ ...titleAndDescriptionOf(pages.services), canonical: sitePaths.services }),
  Page: ServicesPage,
});
