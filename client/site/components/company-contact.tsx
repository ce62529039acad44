import { Fragment } from 'react';
import { toMailto } from '../../../src/shared/account-fields.ts';
import { cityLine } from '../../../src/shared/settings/standard-lists.ts';
import { withDirectionIsolates } from '../../../src/shared/text-direction.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { OpenNow } from './open-now.tsx';
import { PhoneLink } from './phone-link.tsx';

/** The company's phone number, email address, postal address and opening hours, as far as they are entered. */
export function CompanyContact() {
  const { company } = useSiteSettings();
  const { street, country } = company.address;
  const lines = [
    company.legal_name || company.name,
    street,
    [withDirectionIsolates(cityLine(company.address)), country].filter(Boolean).join(', '),
  ];
  return (
    <address>
      {company.phone && (
        <p>
          <PhoneLink className="contact-large" />
        </p>
      )}
      {company.email && (
        <p>
          <a className="contact-large" href={toMailto(company.email)}>
            {company.email}
          </a>
        </p>
      )}
      <Lines lines={lines} />
      <OpenNow className="contact-lines" />
      <Lines lines={company.opening_hours} />
    </address>
  );
}

/** Lines of text below each other. Empty lines are left out. */
function Lines({ lines }: { lines: readonly string[] }) {
  const shown = lines.filter(Boolean);
  if (shown.length === 0) return null;
  return (
    <p className="contact-lines">
      {shown.map((line, index) => (
        <Fragment key={line}>
          {index > 0 && <br />}
          {withDirectionIsolates(line)}
        </Fragment>
      ))}
    </p>
  );
}
