import { useCurrency } from '../../components/choices-context.tsx';
import type { ControlProps, FieldKind, Members } from '../../resource/field-kind.ts';
import { fieldKindOf } from '../../resource/field-adapters.ts';
import { jobColumns } from '../../../../src/modules/jobs/jobs.facts.ts';

/** Where salaries are usually stated for a year. */
const paidByYear = new Set(['GBP', 'USD', 'EUR', 'CAD', 'AUD', 'NZD']);

type Amount = 'salary_min' | 'salary_max';

/**
 * The first amount that somebody types also fills in the currency of the site and the usual period, where they are
 * empty.
 */
export function salaryKind(name: Amount): FieldKind {
  return { ...fieldKindOf(name, jobColumns[name], [], undefined), Control: SalaryControl };
}

function SalaryControl(props: ControlProps) {
  const { form, name, controls } = props;
  const currency = useCurrency();
  const Note = controls.optionalText;
  const setValues = (typed: Partial<Members>) => {
    const { salary_min, salary_max, salary_currency, salary_period } = form.values;
    const isFirst = !salary_min && !salary_max && Boolean(typed[name]);
    const next = String(salary_currency || currency);
    form.setValues({
      ...typed,
      ...(isFirst && {
        salary_currency: next,
        salary_period: salary_period || (paidByYear.has(next) ? 'Year' : 'Month'),
      }),
    });
  };
  return <Note {...props} form={{ ...form, setValues }} />;
}
