import type { ContactInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, wordsOf } from '../app/page-route.tsx';
import { useSite } from '../app/site-context.ts';
import { PageOpening } from '../components/page-opening.tsx';
import { AreaField, TextField } from '../forms/fields.tsx';
import { FormPage } from '../forms/form-with-steps.tsx';
import { PersonFields } from '../forms/person-fields.tsx';
import { formStyles, SiteForm } from '../forms/site-form.tsx';
import { CustomSections } from '../blocks/custom-sections.tsx';

function ContactPage() {
  const { pages, words } = useSite();
  const { heading, intro, steps_heading, steps, side_text, button, sent, sent_next } = pages.contact;
  return (
    <>
      <PageOpening page="contact" title={heading} lead={intro} />
      <FormPage
        title={steps_heading}
        steps={steps}
        sideText={side_text}
        form={
          <SiteForm
            action={paths.contact}
            button={button}
            sent={sent}
            next={sent_next}
            onward={['portfolio', 'blog']}
          >
            <PersonFields />
            <TextField<ContactInput> name="subject" label={words.forms.subject} maxLength={200} />
            <AreaField<ContactInput> name="message" label={words.forms.message} />
          </SiteForm>
        }
      />
      <CustomSections />
    </>
  );
}

/** The contact page, to which the `Contact Us` button links. */
export const contactPage = definePage({
  path: paths.contact,
  styles: [formStyles],
  head: (_, { pages }) => ({ ...wordsOf(pages.contact), canonical: paths.contact }),
  Page: ContactPage,
});
