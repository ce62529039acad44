import type { SiteSettings } from '../../shared/settings/site.ts';

interface Reader {
  name: string;
  site: Pick<SiteSettings, 'company' | 'texts' | 'formats'>;
  publicUrl: string;
}

/** Returns the subject and the text of the mail that the owner gets a week before a token expires. */
export function tokenExpiryMail(
  token: { name: string; expires_at: Date },
  { name, site, publicUrl }: Reader,
): { subject: string; text: string } {
  const { company, formats } = site;
  const { subject, hello, tokenExpires } = site.texts.accountMails;
  const text = [
    hello(name),
    tokenExpires.text(token.name, formats.day(token.expires_at.toISOString())),
    tokenExpires.next(`${publicUrl}/admin/account`),
    company.name,
  ].join('\n\n');
  return { subject: subject(tokenExpires.subject, company.name), text };
}
