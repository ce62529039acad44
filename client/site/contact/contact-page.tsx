import type { ContactInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, titleAndDescriptionOf } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { CompanyContact } from '../components/company-contact.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { TextareaField, TextField } from '../forms/fields.tsx';
import { FormWithSteps } from '../forms/form-with-steps.tsx';
import { PersonFields } from '../forms/person-fields.tsx';
import { formStyles, SiteForm } from '../forms/site-form.tsx';
import { CustomSections } from '../blocks/custom-sections.tsx';

function ContactPage() {
  const { pages, texts } = useSiteSettings();
  const { heading, intro, steps_heading, steps, side_text, button, sent, sent_next } = pages.contact;
  return (
    <>
      <PageOpening page="contact" title={heading} lead={intro} />
      <FormWithSteps
        title={steps_heading}
        steps={steps}
        sideText={side_text}
        form={
          <SiteForm
            action={sitePaths.contact}
            button={button}
            sent={sent}
            next={sent_next}
            onward={['portfolio', 'blog']}
          >
            <PersonFields />
            <TextField<ContactInput> name="subject" label={texts.forms.subject} maxLength={200} />
            <TextareaField<ContactInput> name="message" label={texts.forms.message} />
          </SiteForm>
        }
      >
        <CompanyContact />
      </FormWithSteps>
      <CustomSections />
    </>
  );
}

/** The contact page, to which the `Contact Us` button links. */
export const contactPage = definePage({
  path: sitePaths.contact,
  styles: [formStyles],
  head: (_, { pages }) => ({ ...titleAndDescriptionOf(pages.contact), canonical: sitePaths.contact }),
  Page: ContactPage,
});
