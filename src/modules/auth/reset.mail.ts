import type { Mail } from '../../mail/mailer.ts';

export function resetMail(
  to: { name: string; email: string },
  link: string,
  company: { name: string },
): Mail {
  return {
    to: { name: to.name, address: to.email },
    subject: `Set a new password for ${company.name}`,
    // Lines have at most 76 characters, so that the mail stays plain text and the link is not broken.
    text: [
      `Hello ${to.name},`,
      `somebody, we hope you, asked for a new password for your account at\n${company.name}. Open this address to set one:`,
      link,
      'It works once, within 60 minutes. Setting the password signs you in here\nand signs you out everywhere else.',
      'If you did not ask for it, you need not do anything: your password stays\nas it is.',
    ].join('\n\n'),
  };
}
