import type { QuotationInput } from '../../../src/modules/inbox/visitor.schema.ts';
import { company } from '../../../src/shared/company.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { PageOpening } from '../components/page-hero.tsx';
import { AreaField, SelectField, TextField } from '../forms/fields.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { PersonFields } from '../forms/person-fields.tsx';
import { SiteForm } from '../forms/site-form.tsx';

const steps = [
  'We read your request and ask about anything that’s missing.',
  'If needed, we visit you on site.',
  'You get a price, a plan and a named project lead.',
];

function QuotationsPage() {
  return (
    <>
      <PageOpening
        title="Quotations"
        lead="Tell us what should work better. We answer with a price and a plan."
      />
      <FormPage title="How we prepare your quotation" steps={steps} form={<QuotationForm />} />
    </>
  );
}

function QuotationForm() {
  return (
    <SiteForm action={paths.quotations} button="Request a quotation">
      <PersonFields />
      <TextField<QuotationInput>
        name="company"
        label="Company"
        autoComplete="organization"
        maxLength={200}
        isOptional
      />
      <SelectField<QuotationInput>
        name="service"
        label="Service"
        prompt="Choose a service"
        values={company.services.map(({ title }) => title)}
      />
      <TextField<QuotationInput>
        name="budget"
        label="Budget"
        maxLength={200}
        help="A rough range is fine."
        isOptional
      />
      <AreaField<QuotationInput>
        name="details"
        label="Details"
        rows={8}
        help="What do you have now, what should change, and by when?"
      />
    </SiteForm>
  );
}

/** The page to request a quotation. */
export const quotationsPage = definePage({
  path: paths.quotations,
  head: () => ({
    title: 'Quotations',
    description: `Ask ${company.name} for a quotation: say what should work better, get a price and a plan.`,
    canonical: paths.quotations,
  }),
  Page: QuotationsPage,
});
