import type { legalFields } from '../fields/legal.ts';
import type { ValuesOf } from '../field-types.ts';

const hidden = (title: string) => ({
  is_shown: false,
  title,
  intro: '',
  description: '',
  card_line: '',
  text: '',
});

/** The default text of the privacy page. */
const privacy = [
  '<h2>When you browse</h2>',
  '<p>We store nothing that identifies you. The site sets no cookies, loads nothing from third parties and does no tracking. As with every website, your network address reaches our server so that it can answer; it stays in the server log as long as needed to investigate faults and abuse.</p>',
  '<h2>When you send us a form</h2>',
  '<p>We keep what you wrote: your name, your email address, what you chose to add, such as a phone number or a CV, and the time it arrived. We use it to answer you and to work on what you asked for. Only the colleagues who answer enquiries and applications can read it.</p>',
  '<p>To prevent spam, the server records for a few minutes which IP address sent a form and how quickly it was filled in. No other company takes part in that.</p>',
  '<h2>How long we keep it</h2>',
  '<p>We delete enquiries {contact_months} months after they have been dealt with, and applications after {application_months} months, the files that came with them included. If you want us to delete something sooner, tell us.</p>',
  '<h2>Your rights</h2>',
  '<p>You may ask what we hold about you, have it corrected or deleted, and get a copy. Write to {email_or:us}. {legal_name} is responsible for this website.</p>',
];

export const legalDefaults: ValuesOf<typeof legalFields> = {
  privacy: {
    is_shown: true,
    title: 'Privacy',
    intro: 'What this website keeps about you, why, and for how long. It is not much.',
    description: 'What the website of {name} keeps about its visitors, why, and for how long.',
    card_line: 'What we keep, and why',
    text: privacy.join(''),
  },
  imprint: hidden('Imprint'),
  terms: hidden('Terms'),
  cookies: hidden('Cookies'),
};
