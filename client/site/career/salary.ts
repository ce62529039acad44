import { findChoice, salaryPeriods } from '../../../src/shared/enumerations.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import type { Job } from './job-labels.ts';

type Salary = Pick<Job, 'salary_min' | 'salary_max' | 'salary_currency' | 'salary_period'>;

/**
 * Returns the salary of a job in the number format of the site, for example '£52,000–£60,000 a year'. Returns undefined
 * if the job has no salary or no valid currency code.
 */
export function describeSalary(job: Salary, { formats, texts }: SiteSettings): string | undefined {
  const { salary_min: min, salary_max: max, salary_currency: currency } = job;
  // `Intl.NumberFormat` throws an error for a currency code that does not have three letters. This error
  // would make the page fail.
  if (!/^[a-z]{3}$/i.test(currency ?? '') || (!min && !max)) return undefined;
  const amounts = new Intl.NumberFormat(formats.locale, {
    style: 'currency',
    currency: currency!,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const { salaryFrom, salaryUpTo, salaryPer } = texts.career;
  const format = (amount: string) => amounts.format(Number(amount));
  const amount = !min
    ? salaryUpTo(format(max!))
    : !max
      ? salaryFrom(format(min))
      : Number(min) === Number(max)
        ? format(min)
        : amounts.formatRange(Number(min), Number(max));
  const period = findChoice(salaryPeriods, job.salary_period);
  return period ? salaryPer[period](amount) : amount;
}
