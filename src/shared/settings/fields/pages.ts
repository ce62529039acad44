import { field } from '../field-builders.ts';
import type { Fields, SectionField } from '../field-types.ts';

const placeholders =
  'May have {name}, {legal_name}, {tagline}, {summary}, {city}, {street}, {since}, {phone} and {email}.';

const common = {
  heading: field.requiredLine('Heading', 120),
  intro: field.text('Introduction', 400),
  title: field.line('Title in the browser and in search results', 120, { help: 'Empty: the heading.' }),
  description: field.text('Description for search engines', 400, { help: 'Empty: the introduction.' }),
  card_title: field.line('Title of the preview in shared links', 120, { help: 'Empty: the heading.' }),
  card_line: field.line('Second line of that preview', 120),
  picture: field.photo('Picture at the top', {
    help: 'Replaces the drawing, where the page has one. A wide picture of at least 1600 pixels fits best.',
  }),
  picture_alt: field.line('Description of the picture', 250, {
    help: 'For people who cannot see it. Empty: it is decoration.',
  }),
  is_hidden: field.tick('Hide from search engines', {
    help: 'Search engines are asked not to list this page. Visitors still find it on the site.',
  }),
  canonical_url: field.link('First published at', {
    help: 'The address of another site, if the text of this page appeared there first. Search engines then list that one.',
  }),
};
const button = (label = 'Button') => field.line(label, 60);

function page<const F extends Fields>(label: string, more: F): SectionField<typeof common & F> {
  return field.section(label, { ...common, ...more }, { help: placeholders });
}

/** For search engines, of a list filtered by category or type. */
const filtered = {
  description_filtered: field.text('The same for one category', 400, { help: '{filter} is the category.' }),
};
const sentNext = field.text('What happens next, and when', 400, { help: 'Below the message after sending.' });
const form = {
  button: field.requiredLine('Button', 60),
  sent: field.text('Message after sending', 400, { help: 'Empty: the usual one.' }),
  sent_next: sentNext,
  steps_heading: field.line('Heading of the next steps', 120),
  steps: field.lines('Next steps', 'step', 200),
  side_text: field.text('Text below the steps', 400, {
    help: 'A link is the name of a page and its text: {quotations:Ask for a quotation}.',
  }),
};

const ownSections = { help: 'Sections of your own are made under Pages.', always: ['own'] } as const;

export const pagesFields = {
  home: page('Home', {
    opening: field.choice(
      'Opening',
      {
        picture: 'The picture at the top, else the drawing',
        drawing: 'The drawing',
        words: 'Words alone',
      },
      { help: 'What visitors see first. Links to the page show the same.' },
    ),
    services_button: button('First button'),
    quotation_button: button('Second button'),
    highlights_heading: field.line('Heading of the highlights', 120),
    mission_heading: field.line('Heading of the mission', 120),
    about_link: button('Link to the page about the company'),
    company_life_heading: field.line('Heading of company life', 120),
    latest_heading: field.line('Heading of the newest posts', 120),
    latest_link: button('Link to all posts'),
    sections: field.parts(
      'Sections',
      {
        highlights: 'Highlights',
        mission: 'Mission',
        company_life: 'Company life',
        latest: 'Newest posts',
        projects: 'Projects',
        clients: 'Clients',
        testimonial: 'Testimonial',
        own: 'Sections of your own',
      },
      ownSections,
    ),
  }),
  about: page('About', {
    since_label: field.line('Word before the year', 40),
    mission_heading: field.line('Heading of the mission', 120),
    mission: field.text('Mission', 400),
    vision_heading: field.line('Heading of the vision', 120),
    vision: field.text('Vision', 400),
    values_heading: field.line('Heading of the values', 120),
    achievements_heading: field.line('Heading of the achievements', 120),
    sections: field.parts(
      'Sections',
      {
        statements: 'Mission and vision',
        values: 'Values',
        achievements: 'Achievements',
        own: 'Sections of your own',
      },
      ownSections,
    ),
  }),
  services: page('Services', {
    points_heading: field.line('Heading of the points', 120),
    ask_heading: field.line('Closing question', 120),
    ask_button: button('Button below it'),
  }),
  portfolio: page('Portfolio', filtered),
  team: page('Team', {}),
  gallery: page('Gallery', {}),
  blog: page('Blog', {
    ...filtered,
    feed_title: field.requiredLine('Title of the feed', 120),
    feed_description: field.text('Description of the feed', 400),
  }),
  career: page('Careers', {
    ...filtered,
    other: field.text('Sentence below the list', 400, {
      help: 'A link is the name of a page and its text: {contact:Write to us}.',
    }),
    sent: field.text('Message after an application', 400, { help: 'Empty: the usual one.' }),
    sent_next: field.text('What happens after an application, and when', 400, {
      help: 'For jobs that do not say it themselves.',
    }),
  }),
  contact: page('Contact', form),
  quotations: page('Quotations', form),
  internship: page('Internship', form),
  missing: field.section('Page not found', {
    heading: field.requiredLine('Heading', 120),
    text: field.text('Text', 400),
    home_button: field.requiredLine('First button', 60),
    blog_button: button('Second button'),
  }),
  failed: field.section('Failure', {
    heading: field.requiredLine('Heading', 120),
    text: field.text('Text', 400),
  }),
  footer: field.section(
    'Footer',
    {
      heading: field.line('Heading', 120),
      legal_line: field.text('Last line', 400),
    },
    { help: placeholders },
  ),
} as const;
