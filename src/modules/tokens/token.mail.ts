interface Reader {
  name: string;
  company: string;
  publicUrl: string;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns the subject and the text of the mail that the owner gets a week before a token expires. */
export function tokenExpiryMail(
  token: { name: string; expires_at: Date },
  { name, company, publicUrl }: Reader,
): { subject: string; text: string } {
  const text = [
    `Hello ${name},`,
    `The API token “${token.name}” of your account expires on ${dayFormat.format(token.expires_at)}. The program that uses it stops working then.`,
    `If you still need it, create a new one and give it to the program:\n${publicUrl}/admin/account`,
    company,
  ].join('\n\n');
  return { subject: `API token expires soon: ${company}`, text };
}
