import { en } from '../../../words/en.ts';
import { legalDefaults } from '../legal.ts';
import {
  buildChoices,
  buildCompany,
  buildFormPage,
  buildNavigation,
  buildPage,
  type DefaultTexts,
} from './text-builders.ts';

/**
 * The English default texts for every trade except IT services. With this trade, and without any trade, an
 * English site has the texts of the sample company.
 */
export const englishTexts: DefaultTexts = {
  company: buildCompany({
    tagline: 'Welcome to {name}.',
    summary: '{name} stands for good work, clear agreements and people who are there for you.',
  }),
  choices: buildChoices(en, {
    leadership: 'Management',
    development: 'Development',
    'human-resource': 'Human resources',
    'tech-support': 'Technical support',
  }),
  navigation: buildNavigation({
    home: 'Home',
    about: 'About',
    services: 'Services',
    portfolio: 'Projects',
    team: 'Team',
    gallery: 'Gallery',
    blog: 'Blog',
    career: 'Careers',
    contact: 'Contact',
    quotations: 'Quotations',
    internship: 'Internship',
    privacy: 'Privacy',
    button: 'Contact us',
  }),
  pages: {
    home: buildPage({
      heading: '{tagline}',
      intro: '{summary}',
      services_button: 'Our services',
      quotation_button: 'Ask for a quotation',
      highlights_heading: 'What you can expect from us',
      mission_heading: 'Our mission',
      about_link: 'About us',
      company_life_heading: 'Life at {name}',
      latest_heading: 'Latest from the blog',
      latest_link: 'All posts',
      opening: 'picture',
      sections: [
        'highlights',
        'projects',
        'mission',
        'testimonial',
        'clients',
        'company_life',
        'latest',
        'own',
      ],
    }),
    about: buildPage({
      heading: 'About {name}',
      intro: 'Who we are, what we work for and what you can expect from us.',
      title: 'About',
      since_label: 'Since',
      mission_heading: 'Mission',
      mission: 'We do work that our clients can rely on, today and in ten years.',
      vision_heading: 'Vision',
      vision: '',
      values_heading: 'Our values',
      achievements_heading: 'In figures',
      sections: ['statements', 'values', 'achievements', 'own'],
    }),
    services: buildPage({
      heading: 'Services',
      intro: 'What we do for you, from the first conversation until after the work is done.',
      points_heading: 'What you get',
      ask_heading: 'Know roughly what you need? We’ll reply with a price and a plan.',
      ask_button: 'Ask for a quotation',
    }),
    portfolio: buildPage({
      heading: 'Projects',
      intro: 'Selected work: the starting point, what we did and the result.',
      description_filtered: 'Projects by {name}: {filter}.',
    }),
    team: buildPage({ heading: 'Team', intro: 'The people you talk to when you call us.' }),
    gallery: buildPage({
      heading: 'Gallery',
      intro: 'Pictures from our projects and posts. Choose one to see it large.',
    }),
    blog: buildPage({
      heading: 'Blog',
      intro: 'News and experience from our work.',
      description_filtered: '{filter}: posts by {name}.',
      feed_title: '{name} Blog',
      feed_description: 'News and experience from {name}.',
    }),
    career: buildPage({
      heading: 'Careers',
      intro: 'Work with people who know their field and welcome your questions.',
      description: 'Open positions and internships at {name}.',
      description_filtered: 'Open positions at {name}: {filter}.',
      other:
        'Nothing that fits? {contact:Write to us} all the same, or apply for an {internship:internship}.',
      sent: '',
      sent_next:
        'We read your application within a week and write to you either way. Then comes a conversation with the team.',
    }),
    contact: buildFormPage({
      heading: 'Contact us',
      intro: 'A question, a request or an idea: a few lines are enough.',
      button: 'Send message',
      sent_next: 'We read your message on the next working day and reply by email.',
      steps_heading: 'What happens next',
      steps: [
        'A person reads your message, not a machine.',
        'The right colleague replies to you.',
        'If we can’t help, we’ll tell you who can.',
      ],
      side_text: 'Already know what you need? {quotations:Ask for a quotation}.',
    }),
    quotations: buildFormPage({
      heading: 'Ask for a quotation',
      intro: 'Tell us what it is about. We reply with a price and a plan.',
      button: 'Request a quotation',
      sent_next: 'We read your request on the next working day. You hear from us within a week.',
      steps_heading: 'How we prepare your quotation',
      steps: [
        'We read your request and ask about anything that’s missing.',
        'If needed, we come and have a look.',
        'You get a price, a plan and a named contact.',
      ],
      side_text: '',
    }),
    internship: buildFormPage({
      heading: 'Internship',
      intro: 'Learn on the job: with a mentor and a task of your own.',
      button: 'Send application',
      sent_next: 'We read your application within a week and write to you either way.',
      steps_heading: 'How it works',
      steps: [
        'Tell us what you are learning and what interests you.',
        'We read every application and always reply.',
        'You visit us to meet the team and see the workplace.',
      ],
      side_text: 'Internships with fixed dates are listed under {internships:open positions}.',
    }),
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
    footer: { heading: 'Talk to us.', legal_line: '{legal_name}' },
  },
  lists: {
    services: [
      {
        key: 'advice',
        title: 'Advice',
        summary: 'We listen, look at what is possible and say openly what is worth doing.',
        points: ['A first conversation without obligation', 'A recommendation in clear words'],
      },
      {
        key: 'work',
        title: 'The work',
        summary: 'We do what was agreed, by the agreed date.',
        points: ['A fixed price and a fixed plan', 'One contact from beginning to end'],
      },
      {
        key: 'care',
        title: 'Care',
        summary: 'We stay available after the work is done.',
        points: ['Quick answers to your questions', 'Help when something changes'],
      },
    ],
    highlights: [
      { key: 'personal', title: 'Personal', text: 'You talk to the people who do the work.' },
      { key: 'reliable', title: 'Reliable', text: 'We keep what we promise.' },
      { key: 'clear', title: 'Clear', text: 'We explain what we do and what it costs.' },
    ],
    values: [
      { key: 'quality', title: 'Quality', text: 'We finish what we start.' },
      { key: 'honesty', title: 'Honesty', text: 'We say what we know and what we do not.' },
      { key: 'respect', title: 'Respect', text: 'We take your time and your wishes seriously.' },
    ],
    achievements: [],
    company_life: [
      {
        key: 'blog',
        title: 'From our days',
        text: 'News and experience, written by the people who make them.',
        link_label: 'Read the blog',
        path: '/blog',
      },
      {
        key: 'career',
        title: 'Work with us',
        text: 'Open positions and internships: what you would do and what you would learn.',
        link_label: 'See open positions',
        path: '/career',
      },
    ],
  },
  legal: legalDefaults,
};
