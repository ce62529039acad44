import type { InternshipInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, titleAndDescriptionOf } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { PageOpening } from '../components/page-opening.tsx';
import { TextareaField, TextField } from '../forms/fields.tsx';
import { FormWithSteps } from '../forms/form-with-steps.tsx';
import { CvField, PersonFields } from '../forms/person-fields.tsx';
import { formStyles, SiteForm } from '../forms/site-form.tsx';

function InternshipPage() {
  const { pages, texts } = useSiteSettings();
  const { heading, intro, steps_heading, steps, side_text, button, sent, sent_next } = pages.internship;
  const { university, field, fieldHelp, message } = texts.forms;
  return (
    <>
      <PageOpening page="internship" title={heading} lead={intro} />
      <FormWithSteps
        title={steps_heading}
        steps={steps}
        sideText={side_text}
        form={
          <SiteForm
            action={sitePaths.internship}
            button={button}
            sent={sent}
            next={sent_next}
            takesFile
            onward={['career', 'team']}
          >
            <PersonFields />
            <TextField<InternshipInput> name="university" label={university} maxLength={200} isOptional />
            <TextField<InternshipInput> name="field" label={field} maxLength={200} help={fieldHelp} />
            <TextareaField<InternshipInput> name="message" label={message} />
            <CvField />
          </SiteForm>
        }
      />
    </>
  );
}

/** The page on which students apply for an internship without applying for a particular job. */
export const internshipPage = definePage({
  path: sitePaths.internship,
  styles: [formStyles],
  head: (_, { pages }) => ({ ...titleAndDescriptionOf(pages.internship), canonical: sitePaths.internship }),
  Page: InternshipPage,
});
