import type { InternshipInput } from '../../../src/modules/inbox/visitor.schema.ts';
import { company } from '../../../src/shared/company.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { withQuery } from '../app/search-params.ts';
import { PageOpening } from '../components/page-hero.tsx';
import { AreaField, TextField } from '../forms/fields.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { CvField, PersonFields } from '../forms/person-fields.tsx';
import { SiteForm } from '../forms/site-form.tsx';

const steps = [
  'Tell us what you study and what you’d like to learn.',
  'We read every application and always reply.',
  'You visit us for an hour to see the workplace and meet the team.',
];

function InternshipPage() {
  return (
    <>
      <PageOpening
        title="Internship"
        lead="A mentor, a real project of your own, and pay: learn on the job."
      />
      <FormPage
        title="How it works"
        steps={steps}
        form={
          <SiteForm action={paths.internship} button="Send application" takesFile>
            <PersonFields />
            <TextField<InternshipInput> name="university" label="University" maxLength={200} isOptional />
            <TextField<InternshipInput>
              name="field"
              label="Field"
              maxLength={200}
              help="What you study or would like to work on."
            />
            <AreaField<InternshipInput> name="message" label="Message" />
            <CvField />
          </SiteForm>
        }
      >
        <p>
          Internships with fixed dates and tasks are listed under{' '}
          <a href={withQuery(paths.career, { type: 'Internship' })}>open positions</a>.
        </p>
      </FormPage>
    </>
  );
}

/** The page for students to apply when no open position fits. */
export const internshipPage = definePage({
  path: paths.internship,
  head: () => ({
    title: 'Internship',
    description: `Paid internships at ${company.name}: a mentor, a project of your own, and a user who waits for it.`,
    canonical: paths.internship,
  }),
  Page: InternshipPage,
});
