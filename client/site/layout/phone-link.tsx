import { company } from '../../../src/shared/company.ts';

/** The company's phone number as a link. It never wraps. */
export function PhoneLink({ className }: { className?: string }) {
  return (
    <a className={className} href={`tel:${company.phone.replaceAll(' ', '')}`}>
      {company.phone.replaceAll(' ', '\u00a0')}
    </a>
  );
}
