import type { QuotationInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, titleAndDescriptionOf } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { PageOpening } from '../components/page-opening.tsx';
import { TextareaField, SelectField, TextField } from '../forms/fields.tsx';
import { FormWithSteps } from '../forms/form-with-steps.tsx';
import { PersonFields } from '../forms/person-fields.tsx';
import { formStyles, SiteForm } from '../forms/site-form.tsx';

function QuotationsPage() {
  const { heading, intro, steps_heading, steps, side_text } = useSiteSettings().pages.quotations;
  return (
    <>
      <PageOpening page="quotations" title={heading} lead={intro} />
      <FormWithSteps title={steps_heading} steps={steps} sideText={side_text} form={<QuotationForm />} />
    </>
  );
}

function QuotationForm() {
  const { pages, lists, region, texts } = useSiteSettings();
  const { button, sent, sent_next } = pages.quotations;
  const { company, service, chooseService, budget, budgetHelp, details, detailsHelp } = texts.forms;
  return (
    <SiteForm
      action={sitePaths.quotations}
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
      <TextareaField<QuotationInput> name="details" label={details} rows={8} help={detailsHelp} />
    </SiteForm>
  );
}

/** The page with the form with which visitors request a price quotation. */
export const quotationsPage = definePage({
  path: sitePaths.quotations,
  styles: [formStyles],
  head: (_, { pages }) => ({ ...titleAndDescriptionOf(pages.quotations), canonical: sitePaths.quotations }),
  Page: QuotationsPage,
});
