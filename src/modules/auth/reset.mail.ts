import type { Mail } from '../../mail/mailer.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';

export function resetMail(
  to: { name: string; email: string },
  link: string,
  { company, texts }: Pick<SiteSettings, 'company' | 'texts'>,
): Mail {
  return {
    to: { name: to.name, address: to.email },
    subject: texts.mails.resetSubject(company.name),
    text: texts.mails.reset(to.name, company.name, link).join('\n\n'),
  };
}
