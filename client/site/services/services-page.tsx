import './services-page.css';
import { IconArrowRight, IconCheck } from '@tabler/icons-react';
import { company } from '../../../src/shared/company.ts';
import { anchorOf, paths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { PageOpening } from '../components/page-hero.tsx';
import { ThemePicture } from '../components/themed-image.tsx';
import { serviceDrawings } from '../drawings/drawings.ts';

const { services } = company;

function ServicesPage() {
  return (
    <>
      <PageOpening
        title="Services"
        lead="Five services every office needs. Choose one or all five; each is described below."
      >
        <nav aria-label="Services">
          <ol className="services-index">
            {services.map(({ title }) => (
              <li key={title}>
                <a href={`#${anchorOf(title)}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </PageOpening>
      {services.map((service, index) => (
        <ServiceSection key={service.title} service={service} index={index} />
      ))}
      <section className="section services-ask" aria-labelledby="services-ask-title">
        <div className="hall">
          <h2 id="services-ask-title">Know roughly what you need? We’ll reply with a price and a plan.</h2>
          <a className="button" href={paths.quotations}>
            Ask for a quotation
            <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
          </a>
        </div>
      </section>
    </>
  );
}

function ServiceSection({ service, index }: { service: (typeof services)[number]; index: number }) {
  const id = anchorOf(service.title);
  const drawing = serviceDrawings[index];
  return (
    <section
      className={index === Math.floor(services.length / 2) ? 'service service-wide' : 'service'}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <div className="hall service-grid">
        {drawing && <ThemePicture drawing={drawing} className="service-picture" isFirst={index === 0} />}
        <div className="service-words">
          <h2 id={`${id}-title`}>{service.title}</h2>
          <p className="lead">{service.summary}</p>
          <h3>What you get</h3>
          <ul>
            {service.points.map((point) => (
              <li key={point}>
                <IconCheck size={20} stroke={1.75} aria-hidden="true" />
                {point}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** The services and their benefits for customers. */
export const servicesPage = definePage({
  path: paths.services,
  head: () => ({
    title: 'Services',
    description: `${services.map(({ title }) => title).join(', ')}: what ${company.name} does, and what you get.`,
    canonical: paths.services,
  }),
  Page: ServicesPage,
});
