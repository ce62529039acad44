import { useSiteSettings } from '../app/site-context.ts';

/**
 * The company's phone number as a link. The number does not wrap at its spaces. Renders nothing if the
 * company has no phone number.
 */
export function PhoneLink({ className }: { className?: string }) {
  const { phone } = useSiteSettings().company;
  if (!phone) return null;
  return (
    <a className={className} dir="ltr" href={`tel:${phone.replaceAll(/(?!^\+)\D/g, '')}`}>
      {phone.replaceAll(' ', '\u00a0')}
    </a>
  );
}
