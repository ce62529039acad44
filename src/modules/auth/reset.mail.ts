import type { Mail } from '../../mail/mailer.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';

export function resetMail(
  to: { name: string; email: string },
  link: string,
  { company, words }: Pick<SiteSettings, 'company' | 'words'>,
): Mail {
  return {
    to: { name: to.name, address: to.email },
    subject: words.mails.resetSubject(company.name),
    text: words.mails.reset(to.name, company.name, link).join('\n\n'),
  };
}
