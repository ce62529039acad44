import type { ApiOutputs } from '../../api/types.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { TestimonialQuotation } from '../components/quotation.tsx';

type Testimonial = ApiOutputs['testimonials']['published']['testimonials'][number];

/** The section with the testimonial of one client. Renders nothing without a testimonial. */
export function TestimonialBand({ testimonial }: { testimonial: Testimonial | undefined }) {
  const { words } = useSiteSettings();
  if (!testimonial) return null;
  return (
    <section className="section said" aria-labelledby="said-title">
      <div className="hall said-grid">
        <h2 id="said-title">{words.proof.said}</h2>
        <TestimonialQuotation testimonial={testimonial} />
      </div>
    </section>
  );
}
