import type { ApplicationInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import { jobPath } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { TextareaField } from '../forms/fields.tsx';
import { CvField, PersonFields } from '../forms/person-fields.tsx';
import { SiteForm } from '../forms/site-form.tsx';

interface JobApplyProps {
  id: number;
  /**
   * The address on another site where people apply. If `link` is empty, people apply with the form on this
   * page.
   */
  link: string;
  /** The text about what happens after the application. */
  next: string;
  recruiter: string | null;
}

/** The section in which people apply for a job: a form, or a button that leads to another site. */
export function JobApply({ id, link, next, recruiter }: JobApplyProps) {
  const { pages, texts } = useSiteSettings();
  return (
    <section className="section job-apply" id="apply" aria-labelledby="apply-title">
      <div className="hall job-apply-grid">
        <h2 id="apply-title">{texts.career.apply}</h2>
        {link ? (
          <p>
            <a className="button" href={link} rel="noopener">
              {texts.career.applyOutside}
            </a>
          </p>
        ) : (
          <SiteForm
            action={jobPath(id)}
            button={texts.career.send}
            sent={pages.career.sent}
            next={next}
            person={recruiter}
            takesFile
            onward={['career', 'team']}
          >
            <PersonFields />
            <TextareaField<ApplicationInput> name="message" label={texts.forms.message} />
            <CvField />
          </SiteForm>
        )}
      </div>
    </section>
  );
}
