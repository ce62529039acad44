import { settingField } from '../field-builders.ts';
import type { Fields, SectionField } from '../field-types.ts';

const placeholders =
  'May have {name}, {legal_name}, {tagline}, {summary}, {city}, {street}, {since}, {phone} and {email}.';

const common = {
  heading: settingField.requiredLine('Heading', 120),
  intro: settingField.text('Introduction', 400),
  title: settingField.line('Title in the browser and in search results', 120, {
    help: 'Empty: the heading.',
  }),
  description: settingField.text('Description for search engines', 400, { help: 'Empty: the introduction.' }),
  card_title: settingField.line('Title of the preview in shared links', 120, { help: 'Empty: the heading.' }),
  card_line: settingField.line('Second line of that preview', 120),
  picture: settingField.photo('Picture at the top', {
    help: 'Replaces the drawing, where the page has one. A wide picture of at least 1600 pixels fits best.',
  }),
  picture_alt: settingField.line('Description of the picture', 250, {
    help: 'For people who cannot see it. Empty: it is decoration.',
  }),
  is_hidden: settingField.tick('Hide from search engines', {
    help: 'Search engines are asked not to list this page. Visitors still find it on the site.',
  }),
  canonical_url: settingField.link('First published at', {
    help: 'The address of another site, if the text of this page appeared there first. Search engines then list that one.',
  }),
};
const button = (label: string) => settingField.line(label, 60);

function page<const F extends Fields>(label: string, more: F): SectionField<typeof common & F> {
  return settingField.section(label, { ...common, ...more }, { help: placeholders });
}

/** For search engines, of a list filtered by category or type. */
const filtered = {
  description_filtered: settingField.text('The same for one category', 400, {
    help: '{filter} is the category.',
  }),
};
const sentNext = settingField.text('What happens next, and when', 400, {
  help: 'Below the message after sending.',
});
const form = {
  button: settingField.requiredLine('Button', 60),
  sent: settingField.text('Message after sending', 400, { help: 'Empty: the usual one.' }),
  sent_next: sentNext,
  steps_heading: settingField.line('Heading of the next steps', 120),
  steps: settingField.lines('Next steps', 'step', 200),
  side_text: settingField.text('Text below the steps', 400, {
    help: 'A link is the name of a page and its text: {quotations:Ask for a quotation}.',
  }),
};

const leadsTo = {
  help: 'A page such as /contact, or a web address at which people book. Empty: the form for quotations.',
};

const ownSections = { help: 'Sections of your own are made under Pages.', always: ['own'] } as const;

export const pagesFields = {
  home: page('Home', {
    opening: settingField.choice(
      'Opening',
      {
        picture: 'The picture at the top, else the drawing',
        wide: 'The picture over the whole width, below the words',
        drawing: 'The drawing',
        words: 'Words alone',
        poster: 'Words on your colour, with hours and address',
      },
      { help: 'What visitors see first. Links to the page show the same.' },
    ),
    services_button: button('First button'),
    quotation_button: button('Second button'),
    quotation_path: settingField.address('Second button leads to', leadsTo),
    highlights_heading: settingField.line('Heading of the highlights', 120),
    mission_heading: settingField.line('Heading of the mission', 120),
    about_link: button('Link to the page about the company'),
    company_life_heading: settingField.line('Heading of company life', 120),
    latest_heading: settingField.line('Heading of the newest posts', 120),
    latest_link: button('Link to all posts'),
    sections: settingField.parts(
      'Sections',
      {
        services: 'Services with prices',
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
    since_label: settingField.line('Word before the year', 40),
    mission_heading: settingField.line('Heading of the mission', 120),
    mission: settingField.text('Mission', 400),
    vision_heading: settingField.line('Heading of the vision', 120),
    vision: settingField.text('Vision', 400),
    values_heading: settingField.line('Heading of the values', 120),
    achievements_heading: settingField.line('Heading of the achievements', 120),
    sections: settingField.parts(
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
    points_heading: settingField.line('Heading of the points', 120),
    ask_heading: settingField.line('Closing question', 120),
    ask_button: button('Button below it'),
    ask_path: settingField.address('Button leads to', leadsTo),
  }),
  portfolio: page('Portfolio', filtered),
  team: page('Team', {}),
  gallery: page('Gallery', {}),
  blog: page('Blog', {
    ...filtered,
    feed_title: settingField.requiredLine('Title of the feed', 120),
    feed_description: settingField.text('Description of the feed', 400),
  }),
  career: page('Careers', {
    ...filtered,
    other: settingField.text('Sentence below the list', 400, {
      help: 'A link is the name of a page and its text: {contact:Write to us}.',
    }),
    sent: settingField.text('Message after an application', 400, { help: 'Empty: the usual one.' }),
    sent_next: settingField.text('What happens after an application, and when', 400, {
      help: 'For jobs that do not say it themselves.',
    }),
  }),
  contact: page('Contact', form),
  quotations: page('Quotations', form),
  internship: page('Internship', form),
  missing: settingField.section('Page not found', {
    heading: settingField.requiredLine('Heading', 120),
    text: settingField.text('Text', 400),
    home_button: settingField.requiredLine('First button', 60),
    blog_button: button('Second button'),
  }),
  failed: settingField.section('Failure', {
    heading: settingField.requiredLine('Heading', 120),
    text: settingField.text('Text', 400),
  }),
  footer: settingField.section(
    'Footer',
    {
      heading: settingField.line('Heading', 120),
      legal_line: settingField.text('Last line', 400),
    },
    { help: placeholders },
  ),
} as const;
