import type { ContactInput } from '../../../src/modules/inbox/visitor.schema.ts';
import { company } from '../../../src/shared/company.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { PageOpening } from '../components/page-hero.tsx';
import { AreaField, TextField } from '../forms/fields.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { PersonFields } from '../forms/person-fields.tsx';
import { SiteForm } from '../forms/site-form.tsx';

const steps = [
  'A person reads your message, not a machine.',
  'The right colleague replies to you.',
  'If we can’t help, we’ll tell you who can.',
];

function ContactPage() {
  return (
    <>
      <PageOpening title="Contact us" lead="A question, a problem or an idea: a few lines are enough." />
      <FormPage
        title="What happens next"
        steps={steps}
        form={
          <SiteForm action={paths.contact} button="Send message">
            <PersonFields />
            <TextField<ContactInput> name="subject" label="Subject" maxLength={200} />
            <AreaField<ContactInput> name="message" label="Message" />
          </SiteForm>
        }
      >
        <p>
          Already know what you need? <a href={paths.quotations}>Ask for a quotation</a>.
        </p>
      </FormPage>
    </>
  );
}

/** The contact page, the target of the `Contact Us` button. */
export const contactPage = definePage({
  path: paths.contact,
  head: () => ({
    title: 'Contact',
    description: `Write to ${company.name}, call ${company.phone}, or come to ${company.address.street}, ${company.address.city}.`,
    canonical: paths.contact,
  }),
  Page: ContactPage,
});
