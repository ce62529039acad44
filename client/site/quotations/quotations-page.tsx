import type { QuotationInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, wordsOf } from '../app/page-route.tsx';
import { useSite } from '../app/site-context.ts';
import { PageOpening } from '../components/page-opening.tsx';
import { AreaField, SelectField, TextField } from '../forms/fields.tsx';
import { FormPage } from '../forms/form-with-steps.tsx';
import { PersonFields } from '../forms/person-fields.tsx';
import { formStyles, SiteForm } from '../forms/site-form.tsx';

function QuotationsPage() {
  const { heading, intro, steps_heading, steps, side_text } = useSite().pages.quotations;
  return (
    <>
      <PageOpening page="quotations" title={heading} lead={intro} />
      <FormPage title={steps_heading} steps={steps} sideText={side_text} form={<QuotationForm />} />
    </>
  );
}

function QuotationForm() {
  const { pages, lists, region, words } = useSite();
  const { button, sent, sent_next } = pages.quotations;
  const { company, service, chooseService, budget, budgetHelp, details, detailsHelp } = words.forms;
  return (
    <SiteForm
      action={paths.quotations}
      button={button}
      sent={sent}
      next={sent_next}
      onward={['portfolio', 'services']}
    >
      <PersonFields />
      <TextField<QuotationInput>
        name="company"
        label={company}
        autoComplete="organization"
        maxLength={200}
        isOptional
      />
      <SelectField<QuotationInput>
        name="service"
        label={service}
        prompt={chooseService}
        values={lists.services.map(({ title }) => title)}
      />
      <TextField<QuotationInput>
        name="budget"
        label={region.currency ? `${budget} (${region.currency})` : budget}
        maxLength={200}
        help={budgetHelp}
        isOptional
      />
      <AreaField<QuotationInput> name="details" label={details} rows={8} help={detailsHelp} />
    </SiteForm>
  );
}

/** The page with the form with which visitors request a price quotation. */
export const quotationsPage = definePage({
  path: paths.quotations,
  styles: [formStyles],
  head: (_, { pages }) => ({ ...wordsOf(pages.quotations), canonical: paths.quotations }),
  Page: QuotationsPage,
});
