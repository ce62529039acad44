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
  'You write what you study and what you would like to be able to do afterwards.',
  'Someone who looks after interns reads it and answers, whatever the answer is.',
  'You come by for an hour and see the desks, the workshop and the people.',
];

function InternshipPage() {
  return (
    <>
      <PageOpening
        title="Internship"
        lead="A mentor, a project of your own with a user who waits for it, and pay: learn the trade where it is done."
      />
      <FormPage
        title="How it goes"
        steps={steps}
        form={
          <SiteForm action={paths.internship} button="Send application" takesFile>
            <PersonFields />
            <TextField<InternshipInput> name="university" label="University" maxLength={200} isOptional />
            <TextField<InternshipInput>
              name="field"
              label="Field"
              maxLength={200}
              help="What you study, or would like to work on."
            />
            <AreaField<InternshipInput> name="message" label="Message" />
            <CvField />
          </SiteForm>
        }
      >
        <p>
          Places with a fixed time and task are among the{' '}
          <a href={withQuery(paths.career, { type: 'Internship' })}>open positions</a>.
        </p>
      </FormPage>
    </>
  );
}

/** Students apply here when no open position fits. */
export const internshipPage = definePage({
  path: paths.internship,
  head: () => ({
    title: 'Internship',
    description: `Paid internships at ${company.name}: a mentor, a project of your own, and a user who waits for it.`,
    canonical: paths.internship,
  }),
  Page: InternshipPage,
});
