import type { PictureView } from '../../../src/shared/picture-view.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { statedLanguageAttributes } from './language-attributes.ts';
import { StoredPicture } from './stored-picture.tsx';

/** The props of a quotation. A page with quotations must link `quotation.css`. */
interface QuotationProps {
  quote: string;
  person: string;
  /** The person's position, and the company. */
  role?: string;
  portrait?: string | null;
  picture?: PictureView | null;
  link?: { path: string; title: string } | null;
  /** Of the quotation, on a site in several languages. */
  lang?: string | null | undefined;
}

/** A quotation with more characters than this is set in smaller type. */
const longQuote = 220;

/** A quotation of a client, with the person who said it. */
export function Quotation({ quote, person, role, portrait, picture, link, lang }: QuotationProps) {
  const { lang: stated, dir } = statedLanguageAttributes(lang);
  return (
    <figure className={quote.length > longQuote ? 'quotation quotation-long' : 'quotation'} dir={dir}>
      <blockquote className="statement" lang={stated}>
        <p>{quote}</p>
      </blockquote>
      {(person || role) && (
        <figcaption>
          {portrait && (
            <span className="quotation-portrait">
              <StoredPicture path={portrait} picture={picture ?? null} sizes="4.5rem" ratios={[1]} alt="" />
            </span>
          )}
          <span>
            {person && <strong>{person}</strong>}
            {role && (
              <span className="quotation-role" lang={stated}>
                {role}
              </span>
            )}
            {link && <a href={link.path}>{link.title}</a>}
          </span>
        </figcaption>
      )}
    </figure>
  );
}

type Testimonial = ApiOutputs['testimonials']['published']['testimonials'][number];

/** The quotation of a testimonial, with a link to its project if there is one. */
export function TestimonialQuotation({ testimonial }: { testimonial: Testimonial }) {
  const { quote, person, role, company, portrait, picture, project, lang } = testimonial;
  return (
    <Quotation
      quote={quote}
      person={person}
      portrait={portrait}
      picture={picture}
      link={project}
      lang={lang}
      role={[role, company].filter(Boolean).join(', ')}
    />
  );
}
