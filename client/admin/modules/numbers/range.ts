import { addDays, isDay } from '../../../../src/shared/zoned-time.ts';

export const lengths = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '12 months' },
  { value: 'own', label: 'From – until' },
] as const;
type Length = (typeof lengths)[number]['value'];

/** The days of the screen, as its address has them. */
export interface ShownRange {
  length: Length;
  from: string;
  until: string;
  isCompared: boolean;
}

/** `today` is that of the site's zone. What the address says wrongly becomes 30 days. */
export function readRange(search: URLSearchParams, today: string): ShownRange {
  const isCompared = search.get('compare') !== 'none';
  const from = search.get('from') ?? '';
  const until = search.get('until') ?? '';
  if (isDay(from) && isDay(until) && from <= until) return { length: 'own', from, until, isCompared };
  const length = lengths.find(({ value }) => value !== 'own' && value === search.get('days'))?.value ?? '30';
  return { length, from: addDays(today, 1 - Number(length)), until: today, isCompared };
}

/** For the address. The usual values are left out. */
export function writeRange({ length, from, until, isCompared }: ShownRange): Record<string, string> {
  return {
    ...(length === 'own' ? { from, until } : length !== '30' && { days: length }),
    ...(!isCompared && { compare: 'none' }),
  };
}

/** All days, or months such as `2026-11`, of a range. */
export function stepsOf(from: string, until: string, step: 'day' | 'month'): string[] {
  const steps: string[] = [];
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const at = step === 'month' ? day.slice(0, 7) : day;
    if (steps.at(-1) !== at) steps.push(at);
  }
  return steps;
}
