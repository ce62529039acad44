import './site-footer.css';
import { IconArrowRight } from '@tabler/icons-react';
import { company } from '../../../src/shared/company.ts';
import { Mark } from '../../shared/logo.tsx';
import { navigation, paths } from '../../shared/site-paths.ts';
import { PhoneLink } from './phone-link.tsx';

const furtherLinks = [
  { label: 'Contact', path: paths.contact },
  { label: 'Quotations', path: paths.quotations },
  { label: 'Internship', path: paths.internship },
  { label: 'Privacy', path: paths.privacy },
];

/** The footer of every page: contact data and links. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <div className="hall">
        <ContactSection />
        <nav className="footer-navigation" id="footer-navigation" aria-label="Footer">
          <a className="footer-brand" href={paths.home} aria-label={`${company.name}, home`}>
            <Mark size={40} />
          </a>
          <LinkList links={navigation} />
          <LinkList links={furtherLinks} />
          <ul>
            {company.social.map(({ label, url }) => (
              <li key={url}>
                <a href={url} rel="me noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="footer-end note">
          {company.legal_name}, at work since {company.since}.
        </p>
      </div>
    </footer>
  );
}

function ContactSection() {
  const { street, city, postcode, country } = company.address;
  return (
    <section className="footer-contact" aria-labelledby="footer-contact-title">
      <div>
        <h2 id="footer-contact-title">Tell us what should work better.</h2>
        <a className="button" href={paths.contact}>
          Contact Us
          <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
        </a>
      </div>
      <address>
        <p>
          <PhoneLink className="footer-large" />
        </p>
        <p>
          <a className="footer-large" href={`mailto:${company.email}`}>
            {company.email}
          </a>
        </p>
        <p className="footer-postal">
          {company.legal_name}
          <br />
          {street}
          <br />
          {city} {postcode}, {country}
        </p>
      </address>
    </section>
  );
}

function LinkList({ links }: { links: readonly { label: string; path: string }[] }) {
  return (
    <ul>
      {links.map(({ label, path }) => (
        <li key={path}>
          <a href={path}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
