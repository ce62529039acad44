import { company } from '../../../src/shared/company.ts';

/** The company's number, to be dialled; it never breaks between two lines. */
export function PhoneLink({ className }: { className?: string }) {
  return (
    <a className={className} href={`tel:${company.phone.replaceAll(' ', '')}`}>
      {company.phone.replaceAll(' ', '\u00a0')}
    </a>
  );
}
