import type { Figure } from '../../../src/shared/column-types.ts';
import { useSiteSettings } from '../app/site-context.ts';

/** What a figure was before and is now, with bars of both lengths. Renders nothing for a figure without these values. */
export function BeforeAfter({ figure: { before, after, unit } }: { figure: Figure }) {
  const { texts, formats } = useSiteSettings();
  if (!before || !after) return null;
  const lengths = lengthsOf([before, after], formats.locale);
  return (
    <dl className="before-after">
      {[
        { label: texts.portfolio.before, value: before },
        { label: texts.portfolio.after, value: after },
      ].map(({ label, value }, at) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {unit && ` ${unit}`}
            {lengths && (
              <svg width="100%" height="8" aria-hidden="true">
                <rect width={`${lengths[at]}%`} height="8" rx="4" />
              </svg>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** In percent of the longer one. Undefined if a value is no number, or both are zero. */
function lengthsOf(values: readonly string[], locale: string): number[] | undefined {
  const numbers = values.map((value) => numberIn(value, locale));
  const most = Math.max(...numbers);
  if (!(most > 0)) return undefined;
  return numbers.map((one) => Math.round((one / most) * 1000) / 10);
}

/** The size of a number as people of the country write it, or NaN. */
function numberIn(value: string, locale: string): number {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const decimal = parts.find(({ type }) => type === 'decimal')!.value;
  const [whole = '', fraction = '', more] = value.replace(/^[-−~≈<>+\s]+/, '').split(decimal);
  const digits = whole.replaceAll(/[\s.,'’]/g, '');
  if (more !== undefined || !/^\d+$/.test(digits) || !/^\d*$/.test(fraction)) return Number.NaN;
  return Number(`${digits}.${fraction || 0}`);
}
