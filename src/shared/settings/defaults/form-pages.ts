import type { pagesFields } from '../fields/pages.ts';
import type { ValuesOf } from '../field-types.ts';

/** The default values that all fixed pages have in common. */
export const commonPageDefaults = { picture: '', picture_alt: '', is_hidden: false, canonical_url: '' };

type FormPage = 'contact' | 'quotations' | 'internship';

export const formPageDefaults: Pick<ValuesOf<typeof pagesFields>, FormPage> = {
  contact: {
    heading: 'Contact us',
    intro: 'A question, a problem or an idea: a few lines are enough.',
    title: 'Contact',
    description: 'Write to {name}, call {phone}, or come to {street}, {city}.',
    card_title: 'Contact',
    card_line: '{street}, {city}',
    ...commonPageDefaults,
    button: 'Send message',
    sent: '',
    sent_next:
      'We read your message on the next working day, and the right colleague replies by email within two days.',
    steps_heading: 'What happens next',
    steps: [
      'A person reads your message, not a machine.',
      'The right colleague replies to you.',
      'If we can’t help, we’ll tell you who can.',
    ],
    side_text: 'Already know what you need? {quotations:Ask for a quotation}.',
  },
  quotations: {
    heading: 'Quotations',
    intro: 'Tell us what should work better. We answer with a price and a plan.',
    title: '',
    description: 'Ask {name} for a quotation: say what should work better, get a price and a plan.',
    card_title: 'Ask for a quotation',
    card_line: 'A price and a plan',
    ...commonPageDefaults,
    button: 'Request a quotation',
    sent: '',
    sent_next:
      'We read your request on the next working day. Within a week you have our questions or our price.',
    steps_heading: 'How we prepare your quotation',
    steps: [
      'We read your request and ask about anything that’s missing.',
      'If needed, we visit you on site.',
      'You get a price, a plan and a named project lead.',
    ],
    side_text: '',
  },
  internship: {
    heading: 'Internship',
    intro: 'A mentor, a real project of your own, and pay: learn on the job.',
    title: '',
    description: 'Paid internships at {name}: a mentor, a project of your own, and a user who waits for it.',
    card_title: '',
    card_line: 'A mentor, a project, a user who waits',
    ...commonPageDefaults,
    button: 'Send application',
    sent: '',
    sent_next:
      'We read your application within a week and write to you either way. Then we invite you for an hour’s visit.',
    steps_heading: 'How it works',
    steps: [
      'Tell us what you study and what you’d like to learn.',
      'We read every application and always reply.',
      'You visit us for an hour to see the workplace and meet the team.',
    ],
    side_text: 'Internships with fixed dates and tasks are listed under {internships:open positions}.',
  },
};
