import type { JobType } from '../catalog.ts';
import { pluralOf } from './plural.ts';
import type { Refusals } from './refusals.ts';

const plural = pluralOf('en');

/** The fixed words of the public site and of its mails in English. Every other language has the same keys. */
export const en = {
  layout: {
    skip: 'Skip to content',
    home: 'Home',
    homeOf: (company: string) => `${company}, home`,
    mainNavigation: 'Main',
    footerNavigation: 'Footer',
    menu: 'Menu',
    close: 'Close',
    backHome: 'Back to the home page',
    tryAgain: 'Try again',
  },
  lists: {
    all: 'All',
    categories: 'Categories',
    pages: 'Pages',
    page: 'Page',
    pageOf: (page: string) => `page ${page}`,
    pageSentence: (page: string) => `Page ${page}.`,
    previous: 'Previous',
    next: 'Next',
  },
  pictures: {
    hero: 'A section through a tall building: daylight falls through the glass roof of its hall, people work on the floors around it.',
    about: 'A long hall with a glass roof, seen from its floor; galleries on both sides.',
    portraitOf: (person: string) => `Portrait of ${person}`,
    card: (company: string) => `An architectural drawing by ${company}.`,
  },
  about: { statements: 'Mission and vision' },
  blog: {
    posts: 'Posts',
    allPosts: 'All posts',
    searchLabel: 'Search the blog',
    search: 'Search',
    found: (count: number, shown: string, category: string | undefined, search: string) => {
      const posts = `${shown} ${plural(count, { one: 'post', other: 'posts' })}`;
      return `${posts}${category ? ` in ${category}` : ''}${search ? ` for “${search}”` : ''}`;
    },
    none: 'No posts yet.',
    noneFound: 'No posts match your search. Try fewer or different words.',
    noneIn: (category: string) => `Nothing has been published in ${category} yet.`,
    showAll: 'Show all posts',
    facts: 'About this post',
    tags: 'Tags',
    minutes: (minutes: number) => `${minutes} min read`,
    moreIn: (category: string) => `More in ${category}`,
  },
  portfolio: {
    projects: 'Projects',
    allProjects: 'All projects',
    none: 'No projects yet.',
    noneInCategory: 'No projects in this category yet.',
    showAll: 'Show all projects',
    services: 'See what we do',
    client: 'Client',
    technologies: 'Technologies',
    next: 'Next project',
    summary: (category: string, client: string) => `${category} for ${client}.`,
  },
  team: {
    none: 'Nobody is introduced here yet. You reach all of us by the contact form.',
    contact: 'Contact us',
    expertiseOf: (person: string) => `Expertise of ${person}`,
  },
  gallery: {
    pictures: 'Pictures',
    none: 'There is no picture to show yet.',
    projects: 'Look through the projects',
    position: (index: string, count: string) => `${index} of ${count}`,
    viewer: 'Picture',
    previous: 'Previous picture',
    next: 'Next picture',
  },
  career: {
    types: 'Types of position',
    open: (count: number, shown: string) =>
      plural(count, { one: 'One open position', other: `${shown} open positions` }),
    none: 'No open positions right now',
    noneOfType: 'No open positions of this type right now',
    type: 'Type',
    department: 'Department',
    location: 'Location',
    openSince: 'Open since',
    responsibilities: 'Responsibilities',
    requirements: 'Requirements',
    apply: 'Apply',
    applyOutside: 'Apply on the external page',
    send: 'Send application',
    jobTypes: {
      'Full-time': 'Full-time',
      'Part-time': 'Part-time',
      Contract: 'Contract',
      Internship: 'Internship',
    } satisfies Record<JobType, string>,
  },
  forms: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    subject: 'Subject',
    message: 'Message',
    cv: 'CV',
    cvHelp: (megabytes: number) => `A PDF of at most ${megabytes} MB.`,
    company: 'Company',
    service: 'Service',
    chooseService: 'Choose a service',
    budget: 'Budget',
    budgetHelp: 'A rough range is fine.',
    details: 'Details',
    detailsHelp: 'What do you have now, what should change, and by when?',
    university: 'University',
    field: 'Field',
    fieldHelp: 'What you study or would like to work on.',
    optional: 'optional',
    privacy: 'We only use your details to reply to you.',
    sent: 'Thank you. Your message has been sent.',
    sending: 'Sending…',
    correct: 'Please correct the marked fields.',
    offline: 'You are offline. What you typed stays here: send it when you are connected again.',
    unreachable: 'The server cannot be reached. Check your connection and try again.',
    busy: 'The server is busy. Please try again in a moment.',
    tooLarge: 'This is more than the form takes. Please shorten the text, or choose a smaller file.',
    failed: 'The form could not be sent. Please try again in a moment.',
    notPdf: 'The file must be a PDF.',
    fileTooLarge: (megabytes: number) => `The file may have at most ${megabytes} MB.`,
    unreadable: 'The file cannot be read. Please choose it again.',
  },
  refusals: null as Refusals | null,
  test: {
    heading: 'Test page',
    intro: 'Calls the API and shows its response.',
    description: 'Shows whether the API answers.',
    call: 'Call',
    answer: 'Answer',
  },
  // Lines of mails have at most 76 characters, so that they stay plain text and no address is broken.
  mails: {
    resetSubject: (company: string) => `Set a new password for ${company}`,
    reset: (person: string, company: string, link: string) => [
      `Hello ${person},`,
      `somebody, we hope you, asked for a new password for your account at\n${company}. Open this address to set one:`,
      link,
      'It works once, within 60 minutes. Setting the password signs you in here\nand signs you out everywhere else.',
      'If you did not ask for it, you need not do anything: your password stays\nas it is.',
    ],
    quotation: (service: string) => `Quotation request: ${service}`,
    internship: (field: string) => `Internship application: ${field}`,
    application: (job: string) => `Job application: ${job}`,
    noticeSubject: (subject: string) => `New message: ${subject}`,
    notice: (person: string, email: string, company: string) =>
      `${person} (${email}) has written to ${company}:`,
    readIt: 'Read it in the inbox:',
    floodSubject: (company: string) => `Many messages at once to ${company}`,
    flood: (posts: string) =>
      `The site's forms have received ${posts} posts within an hour. Until it is less, further\nones reach the inbox only if they look genuine; the others are marked as\nspam. There is no mail about each of them. Nothing is lost.`,
    lookThrough: 'Please look through the inbox and its spam:',
  },
};

export type Words = typeof en;
/** The words of another language. */
export type Translation = Words & { refusals: Refusals };
