import type { JobType, LocationType, SalaryPeriod } from '../enumerations.ts';
import { pluralChooserOf, waitingTimeOf } from './word-forms.ts';

const plural = pluralChooserOf('en');

/** The fixed texts of the public site and its mails. The texts of every other language have the same keys. */
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
    theme: 'Appearance',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    languages: 'Language',
    inThisLanguage: 'This page in English',
  },
  preview: { notice: (day: string) => `Preview: not published. Valid until ${day}.` },
  lists: {
    all: 'All',
    more: 'More',
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
    card: 'Drawing.',
  },
  about: { statements: 'Mission and vision' },
  blog: {
    posts: 'Posts',
    allPosts: 'All posts',
    searchLabel: 'Search the blog',
    search: 'Search',
    found: (
      count: number,
      shown: string,
      { category, tag, search }: { category?: string | undefined; tag?: string | undefined; search?: string },
    ) => {
      const posts = `${shown} ${plural(count, { one: 'post', other: 'posts' })}`;
      return `${posts}${category ? ` in “${category}”` : ''}${tag ? ` tagged “${tag}”` : ''}${search ? ` for “${search}”` : ''}`;
    },
    none: 'No posts yet.',
    noneFound: 'No posts match your search. Try fewer or different words.',
    noneIn: (category: string) => `Nothing has been published in “${category}” yet.`,
    noneTagged: (tag: string) => `No posts are tagged “${tag}”.`,
    showAll: 'Show all posts',
    facts: 'About this post',
    tags: 'Tags',
    by: (author: string) => `By ${author}`,
    postsBy: (author: string) => `All posts by ${author}`,
    foundBy: (text: string, author: string) => `${text} by ${author}`,
    minutes: (minutes: number) => `${minutes} min read`,
    moreIn: (category: string) => `More in “${category}”`,
    contents: 'In this post',
    copyLink: 'Copy link',
    linkCopied: 'The link is copied.',
    previousPost: 'Previous post',
    nextPost: 'Next post',
    otherPosts: 'Other posts',
    video: 'Video',
    playsFrom: (provider: string) => `Plays from ${provider}`,
    table: 'Table',
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
    summary: (category: string, client: string) => `${client}: ${category}.`,
    sector: 'Sector',
    year: 'Year',
    duration: 'Duration',
    usedServices: 'Services',
    problem: 'The problem',
    approach: 'What we did',
    outcome: 'The outcome',
    figures: 'Results',
    pictures: 'Pictures of the project',
    selected: 'Selected work',
    before: 'Before',
    after: 'After',
  },
  privacy: {
    counting:
      'We count how often each page is opened, and from which website people come. For this, we use no cookies, store no address and recognise nobody.',
  },
  hours: {
    closed: 'closed',
    openUntil: (time: string) => `Open until ${time}`,
    closedNow: 'Closed now',
  },
  proof: {
    clients: 'Who we work for',
    testimonials: 'What clients say',
  },
  /** Instead of the words above, for trades other than IT, some of which have patients or mandates. */
  otherTrades: {
    technologies: 'Methods and materials',
    client: 'For whom',
    selected: 'From our work',
    testimonials: 'What people say about us',
  },
  team: {
    none: 'Nobody is introduced here yet. You reach all of us by the contact form.',
    contact: 'Contact us',
    expertiseOf: (person: string) => `Expertise of ${person}`,
    linkedin: (person: string) => `${person} on LinkedIn`,
    email: (person: string) => `Email ${person}`,
    askAbout: 'Ask me about',
    sections: 'Parts of the team',
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
  blocks: {
    recommended: 'Recommended',
    /** For a price, such as `per floor`. A unit that begins with such a word, or like `once`, stands as it is. */
    per: (unit: string) => (/^(?:\/|per |an? |each|every|once|plus|from)/i.test(unit) ? unit : `per ${unit}`),
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
    applyBy: 'Apply by',
    salary: 'Salary',
    salaryPer: {
      Hour: (amount: string) => `${amount} an hour`,
      Day: (amount: string) => `${amount} a day`,
      Month: (amount: string) => `${amount} a month`,
      Year: (amount: string) => `${amount} a year`,
    } satisfies Record<SalaryPeriod, (amount: string) => string>,
    salaryFrom: (amount: string) => `from ${amount}`,
    salaryUpTo: (amount: string) => `up to ${amount}`,
    workplace: 'Place of work',
    locationTypes: { 'On site': 'On site', Hybrid: 'Hybrid', Remote: 'Remote' } satisfies Record<
      LocationType,
      string
    >,
    team: 'Team',
    recruiter: 'Your contact',
    whatNext: 'What happens next',
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
  endings: {
    posts: 'New posts, in your feed reader.',
    feed: 'Subscribe by feed',
    jobs: 'Would you like to work with these people?',
    openJobs: 'See open positions',
    people: 'The people behind it.',
    meetTeam: 'Meet the team',
    pictures: 'The stories behind the pictures.',
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
    choose: 'Please choose',
    budget: 'Budget',
    budgetHelp: 'A rough range is fine.',
    details: 'Details',
    detailsHelp: 'What do you have now, what should change, and by when?',
    university: 'University',
    field: 'Field',
    fieldHelp: 'What you study or would like to work on.',
    optional: 'optional',
    privacy: 'We only use your details to reply to you.',
    /** The label of the field that people do not see. */
    trap: 'Leave this empty',
    sent: 'Thank you. Your message has been sent.',
    reference: 'Your reference',
    referenceHelp: 'Please name it when you write or call about this.',
    onward: 'While you wait',
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
  refusals: {
    required: 'Please fill in this field.',
    /** For a required field without an entry, by its name. `required` is for all others. */
    missing: {
      message: 'Please write us a few words.',
      details: 'Please tell us what you need.',
    } as Partial<Record<string, string>>,
    tooLong: (max: string) => `This field may have at most ${max} characters.`,
    oneLine: 'Please write everything on one line.',
    /** For a text with characters that cannot be stored or displayed. */
    characters: 'This field has characters that cannot be stored.',
    email: 'Please enter a valid email address.',
    /** For an address with letters such as `ö` before the `@`. */
    emailLocalPart: 'Before the @, only letters without accents, digits and signs are possible.',
    /** For any other problem with a field. */
    invalid: 'This cannot be accepted.',
    tooManyTries: (seconds: number) => {
      const { count, isMinutes } = waitingTimeOf(seconds);
      const wait = isMinutes
        ? plural(count, { one: 'a minute', other: `${count} minutes` })
        : plural(count, { one: 'a second', other: `${count} seconds` });
      return `Too many tries. Please try again in ${wait}.`;
    },
    broken: 'The form arrived damaged or incomplete. Please send it again.',
    foreign: 'The form did not come from this site. Please send it again from here.',
  },
  test: {
    heading: 'Test page',
    intro: 'Calls the API and shows its response.',
    description: 'Shows whether the API answers.',
    call: 'Call',
    answer: 'Answer',
  },
  // The lines of mails have at most 76 characters. Mail programs could break longer lines, and links in them
  // would no longer work.
  mails: {
    resetSubject: (company: string) => `Set a new password for ${company}`,
    reset: (person: string, company: string, link: string) => [
      `Hello ${person},`,
      `somebody, we hope you, asked for a new password for your account at\n${company}. Open this address to set one:`,
      link,
      'It works once, within 60 minutes. Setting the password signs you in here\nand signs you out everywhere else.',
      'If you did not ask for it, you need not do anything: your password stays\nas it is.',
    ],
    inviteSubject: (company: string) => `Your account at ${company}`,
    invite: (person: string, company: string, by: string, link: string) => [
      `Hello ${person},`,
      `${by} has made an account for you at ${company}.\nOpen this address to set your password and sign in:`,
      link,
      'It works once, within 7 days. If it has ended, ask for another invitation.',
    ],
    quotation: (service: string) => `Quotation request: ${service}`,
    internship: (field: string) => `Internship application: ${field}`,
    application: (job: string) => `Job application: ${job}`,
    noticeSubject: (subject: string) => `New message: ${subject}`,
    notice: (person: string, email: string, company: string) =>
      `${person} (${email}) has written to ${company}:`,
    wrote: (person: string, day: string) => `On ${day}, ${person} wrote:`,
    receiptSubject: (company: string) => `${company} has received your message`,
    digestSubject: (count: string, company: string) => `New messages to ${company}: ${count}`,
    assignedSubject: (by: string, company: string) => `${by} has assigned you a message to ${company}`,
    readIt: 'Read it in the inbox:',
    floodSubject: (company: string) => `Many messages at once to ${company}`,
    flood: (posts: string) =>
      `The site's forms have received ${posts} posts within an hour. Until it is less, further\nones reach the inbox only if they look genuine; the others are marked as\nspam. There is no mail about each of them. Nothing is lost.`,
    mailFlood:
      'More mails have arrived within an hour than open a message. Until it is less,\nfurther ones are marked as spam. There is no mail about each of them. Nothing\nis lost.',
    lookThrough: 'Please look through the inbox and its spam:',
  },
  // What happens to an account, for its owner. The texts of `events` are by type of event.
  accountMails: {
    subject: (what: string, company: string) => `${what}: ${company}`,
    hello: (person: string) => `Hello ${person},`,
    facts: (moment: string, address: string) => `When: ${moment}\nFrom: ${address}`,
    wasItYou: (link: string) =>
      `If this was you, there is nothing to do. If not, change your password and end the other sessions:\n${link}`,
    askAdmin: 'If you did not expect this, ask an admin.',
    events: {
      sign_in: {
        subject: 'New sign-in',
        text: 'Somebody signed in to your account from a browser that is new to it.',
      },
      sso_sign_in: {
        subject: 'New sign-in',
        text: 'Somebody signed in to your account by single sign-on from a new browser.',
      },
      password_changed: { subject: 'New password', text: 'The password of your account was changed.' },
      reset_used: { subject: 'New password', text: 'The password of your account was set by a reset link.' },
      email_changed: {
        subject: 'New email address',
        text: (before: string, email: string) =>
          `The email address of your account was changed from ${before} to ${email}.`,
      },
      role_changed: {
        subject: 'New role',
        text: (role: string) => `The role of your account was changed to ${role}.`,
      },
      factor_added: {
        subject: 'Second factor added',
        text: (factor: string) => `A second factor was added to your account: ${factor}.`,
      },
      factor_removed: {
        subject: 'Second factor removed',
        text: 'A second factor was removed from your account.',
      },
      user_deactivated: {
        subject: 'Account deactivated',
        text: 'An admin has deactivated your account. You can no longer sign in, and your sessions have ended.',
      },
      user_reactivated: {
        subject: 'Account reactivated',
        text: 'An admin has reactivated your account. You can sign in again as before.',
      },
      sessions_ended: {
        subject: 'Sessions ended',
        text: (count: number) =>
          plural(count, {
            one: 'An admin has ended a session of your account.',
            other: `An admin has ended ${count} sessions of your account.`,
          }),
      },
      recovery_codes_made: {
        subject: 'New recovery codes',
        text: 'New recovery codes were made for your account.',
      },
      recovery_code_used: {
        subject: 'Recovery code used',
        text: 'A recovery code was used to sign in to your account.',
      },
      token_made: {
        subject: 'New API token',
        text: (token: string, scopes: string, day: string) =>
          `The API token “${token}” was made for your account. With it a program may use: ${scopes}. It expires on ${day}. You can revoke it in your account at any time.`,
      },
    },
    newAdmin: {
      subject: 'New admin',
      text: (person: string, email: string) => `${person} (${email}) is an admin now.`,
      next: (link: string) =>
        `If nobody among you did this, look at the security log and change your password:\n${link}`,
    },
    tokenExpires: {
      subject: 'API token expires soon',
      text: (token: string, day: string) =>
        `The API token “${token}” of your account expires on ${day}. The program that uses it stops working then.`,
      next: (link: string) => `If you still need it, create a new one and give it to the program:\n${link}`,
    },
    webhookOff: {
      subject: 'Webhook switched off',
      text: (webhook: string, host: string) =>
        `The webhook “${webhook}” is switched off, because ${host} does not accept its deliveries.`,
      next: (link: string) =>
        `When the receiver works again, switch the webhook on. What it has missed is listed there:\n${link}`,
    },
  },
};

export type SiteTexts = typeof en;
