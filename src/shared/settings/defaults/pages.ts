import type { pageFields } from '../fields/pages.ts';
import type { ValuesOf } from '../fields.ts';
import { formPageDefaults } from './form-pages.ts';

export const pageDefaults: ValuesOf<typeof pageFields> = {
  home: {
    heading: '{tagline}',
    intro: '{summary}',
    title: '',
    description: '',
    card_title: '',
    card_line: 'IT solutions since {since}',
    services_button: 'See what we do',
    quotation_button: 'Ask for a quotation',
    highlights_heading: 'What clients ask us for most',
    mission_heading: 'Our mission',
    about_link: 'About us',
    company_life_heading: 'Company Life',
    latest_heading: 'Latest from the blog',
    latest_link: 'All posts',
    sections: ['highlights', 'mission', 'company_life', 'latest'],
  },
  about: {
    heading: 'About {name}',
    intro: '{summary}',
    title: 'About',
    description: '{name} since {since}: mission, vision, values and achievements. {mission}',
    card_title: '',
    card_line: 'Mission, vision, values, achievements',
    since_label: 'Since',
    mission_heading: 'Mission',
    mission:
      'To give organisations IT that they can rely on and understand, so that their people can get on with the work they came to do.',
    vision_heading: 'Vision',
    vision:
      'A working day in which technology is like daylight in a well-built hall: everywhere, steady, and noticed only because one can see so well.',
    values_heading: 'Our four values, and what they mean day to day',
    achievements_heading: 'Seven achievements',
    sections: ['statements', 'values', 'achievements'],
  },
  services: {
    heading: 'Services',
    intro: 'Five services every office needs. Choose one or all five; each is described below.',
    title: '',
    description: '{services}: what {name} does, and what you get.',
    card_title: '',
    card_line: '{service_count} fields, one house',
    points_heading: 'What you get',
    ask_heading: 'Know roughly what you need? We’ll reply with a price and a plan.',
    ask_button: 'Ask for a quotation',
  },
  portfolio: {
    heading: 'Portfolio',
    intro: 'Selected projects: the starting point, what we did and the result.',
    title: '',
    description: 'Projects by {name}: what was there before, what we did, what it is like now.',
    card_title: '',
    card_line: 'Before, after, and what we did between',
    description_filtered:
      'Projects by {name} in {filter}: what was there before, what we did, what it is like now.',
  },
  team: {
    heading: 'Team',
    intro: 'The people you talk to when you call us.',
    title: '',
    description: 'The people of {name}: {sections}.',
    card_title: '',
    card_line: 'The people who pick up the phone',
  },
  gallery: {
    heading: 'Gallery',
    intro: 'Pictures from our projects and posts. Choose one to see it large.',
    title: '',
    description: 'Pictures from the projects and posts of {name}; each can be looked at large.',
    card_title: '',
    card_line: 'Plans, sections and halls',
  },
  blog: {
    heading: 'Blog',
    intro: 'Checklists, project stories and opinions from the people who do the work.',
    title: '',
    description: 'Posts by the people of {name}: checklists, project stories and opinions.',
    card_title: '',
    card_line: 'Checklists, project stories, opinions',
    description_filtered:
      '{filter}: posts by the people of {name}: checklists, project stories and opinions.',
    feed_title: '{name} Blog',
    feed_description: 'Checklists, project stories and opinions by the people of {name}.',
  },
  career: {
    heading: 'Careers',
    intro: 'Work with people who know their field, and where it’s fine not to know everything.',
    title: '',
    description:
      'Open positions and paid internships at {name} in {city}: what you would do, and what you bring.',
    card_title: '',
    card_line: 'Open positions in {city}',
    description_filtered:
      'Open positions ({filter}) and paid internships at {name} in {city}: what you would do, and what you bring.',
    other: 'Nothing that fits? {contact:Write to us} all the same, or apply for an {internship:internship}.',
    sent: '',
  },
  ...formPageDefaults,
  missing: {
    heading: 'Page not found',
    text: 'The page may have moved, or the link may be wrong.',
    home_button: 'Back to the home page',
    blog_button: 'Go to the blog',
  },
  failed: {
    heading: 'Something went wrong',
    text: 'The page couldn’t be loaded. Try again; if the problem persists, contact {email:{email}}.',
  },
  footer: {
    heading: 'Tell us what should work better.',
    legal_line: '{legal_name}, at work since {since}.',
  },
};
