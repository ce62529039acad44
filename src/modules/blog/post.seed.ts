import type { Motif } from '../../shared/motifs.ts';
import { developmentTexts } from './post-texts-development.seed.ts';
import { innovationTexts } from './post-texts-innovation.seed.ts';
import { newsTexts } from './post-texts-news.seed.ts';
import { technologyTexts } from './post-texts-technology.seed.ts';
import { trendsTexts } from './post-texts-trends.seed.ts';

export interface StarterPost {
  slug: string;
  title: string;
  excerpt: string;
  /** Simple HTML that the server's cleaning leaves unchanged. */
  content: string;
  /** A default category, which is also the subject of the drawing. */
  category: Motif;
  tags: string[];
  /** A member of the starter team. */
  author?: string;
  is_published: boolean;
  /** Age in days on the day of seeding. */
  days_ago: number;
}

/** The articles a new installation starts with, oldest first, so that ids rise with dates. */
export const starterPosts: StarterPost[] = [
  {
    slug: 'run-a-restore-drill',
    title: 'Run a restore drill before you need one',
    excerpt:
      'A green backup job proves that bytes were written. Here is a drill that proves they can be read back in time, by someone who did not set it up.',
    content: technologyTexts['run-a-restore-drill'],
    category: 'Technology',
    tags: ['backup', 'recovery', 'how-to'],
    author: 'Callum Strachan',
    is_published: true,
    days_ago: 912,
  },
  {
    slug: 'it-tenders-with-comparable-answers',
    title: 'How to write an IT tender that gets comparable answers',
    excerpt:
      'Describe the situation, keep the musts few, ask for prices in your own table and plan the goodbye: advice from both sides of the table.',
    content: trendsTexts['it-tenders-with-comparable-answers'],
    category: 'Industry Trends',
    tags: ['procurement', 'tenders'],
    author: 'Marianne Okafor',
    is_published: true,
    days_ago: 887,
  },
  {
    slug: 'keyboard-check-in-ten-minutes',
    title: 'Check a web page with the keyboard in ten minutes',
    excerpt:
      'Put the mouse into a drawer. This short routine finds the worst accessibility problems of a page and tells you how to report them.',
    content: developmentTexts['keyboard-check-in-ten-minutes'],
    category: 'Development',
    tags: ['accessibility', 'testing', 'how-to'],
    author: 'Sinéad Mulcahy',
    is_published: true,
    days_ago: 861,
  },
  {
    slug: 'what-an-internship-here-looks-like',
    title: 'What an internship at Atrium looks like',
    excerpt:
      'A mentor, a project with a real user, and an hour every Monday that is never cancelled: the plan we follow with every intern.',
    content: newsTexts['what-an-internship-here-looks-like'],
    category: 'Company News',
    tags: ['internship', 'people'],
    author: 'Gareth Penhallow',
    is_published: true,
    days_ago: 838,
  },
  {
    slug: 'moving-a-file-server',
    title: 'Moving a nine-year-old file server over one weekend',
    excerpt:
      'The copying was the easy part. A project diary about folders without owners, linked spreadsheets and a scanner that never came to meetings.',
    content: technologyTexts['moving-a-file-server'],
    category: 'Technology',
    tags: ['migration', 'storage', 'project story'],
    author: 'Callum Strachan',
    is_published: true,
    days_ago: 809,
  },
  {
    slug: 'sensors-in-the-server-cupboard',
    title: 'Sensors in the server cupboard',
    excerpt:
      'Heat, water, doors and mains power: what to watch around your equipment, how to connect it safely and where to set the thresholds.',
    content: innovationTexts['sensors-in-the-server-cupboard'],
    category: 'Innovation',
    tags: ['monitoring', 'hardware'],
    is_published: true,
    days_ago: 783,
  },
  {
    slug: 'feature-flags-need-an-end-date',
    title: 'Feature flags need an end date',
    excerpt:
      'A flag doubles the number of programs you run. Why we declare each one with an owner and a removal date, and let the build fail when it passes.',
    content: developmentTexts['feature-flags-need-an-end-date'],
    category: 'Development',
    tags: ['releases', 'code quality', 'opinion'],
    author: 'Leila Farahmand',
    is_published: true,
    days_ago: 760,
  },
  {
    slug: 'dns-change-checklist',
    title: 'A checklist for DNS changes that nobody notices',
    excerpt:
      'One line, one button, and a memory that spans the world. What to do two days before, in the moment itself, and afterwards.',
    content: technologyTexts['dns-change-checklist'],
    category: 'Technology',
    tags: ['DNS', 'checklist'],
    author: 'Viktor Hladký',
    is_published: true,
    days_ago: 731,
  },
  {
    slug: 'put-end-of-life-dates-in-the-budget',
    title: 'Put end-of-life dates in the budget',
    excerpt:
      'Support dates are announced years ahead and still surprise everyone. One table and one hour a year bring technicians and the budget together.',
    content: trendsTexts['put-end-of-life-dates-in-the-budget'],
    category: 'Industry Trends',
    tags: ['planning', 'lifecycle', 'budget'],
    is_published: true,
    days_ago: 706,
  },
  {
    slug: 'how-we-hand-over-on-call',
    title: 'How we hand over on-call on a Wednesday morning',
    excerpt:
      'Five headings, a quarter of an hour and three tests. The handover routine that replaced two minutes of "nothing special".',
    content: newsTexts['how-we-hand-over-on-call'],
    category: 'Company News',
    tags: ['on-call', 'support', 'habits'],
    author: 'Callum Strachan',
    is_published: true,
    days_ago: 678,
  },
  {
    slug: 'major-database-upgrade',
    title: 'A major database upgrade without a sleepless night',
    excerpt:
      'Plan the way back first. What to read, how to rehearse, which method to choose and where the point of no return lies.',
    content: developmentTexts['major-database-upgrade'],
    category: 'Development',
    tags: ['databases', 'PostgreSQL', 'how-to'],
    author: 'Kwabena Asare-Mensah',
    is_published: true,
    days_ago: 652,
  },
  {
    slug: 'laptop-lifecycle',
    title: 'The life of a laptop in five stages',
    excerpt:
      'From order to disposal on one page: what to settle at each stage, and why every stage needs a name next to it.',
    content: technologyTexts['laptop-lifecycle'],
    category: 'Technology',
    tags: ['devices', 'lifecycle', 'checklist'],
    author: 'Rafiq Mazumder',
    is_published: true,
    days_ago: 629,
  },
  {
    slug: 'office-network-in-version-control',
    title: 'Keeping an office network in version control',
    excerpt:
      'Who changed the firewall in March, and why? Start by recording configurations every night; describe the intent later; generate last.',
    content: innovationTexts['office-network-in-version-control'],
    category: 'Innovation',
    tags: ['networks', 'automation', 'documentation'],
    author: 'Viktor Hladký',
    is_published: true,
    days_ago: 598,
  },
  {
    slug: 'email-authentication-is-the-entry-ticket',
    title: 'E-mail authentication has become the entry ticket',
    excerpt:
      'SPF, DKIM and DMARC answer three different questions. The path from watching to a strict policy, and the traps on the way.',
    content: trendsTexts['email-authentication-is-the-entry-ticket'],
    category: 'Industry Trends',
    tags: ['e-mail', 'DNS', 'security'],
    is_published: true,
    days_ago: 571,
  },
  {
    slug: 'the-form-that-submitted-twice',
    title: 'The form that submitted twice',
    excerpt:
      'Some orders arrived in duplicate, but only from the warehouse. The story of a lost confirmation, and the key that every creating form should carry.',
    content: developmentTexts['the-form-that-submitted-twice'],
    category: 'Development',
    tags: ['APIs', 'reliability', 'project story'],
    author: 'Leila Farahmand',
    is_published: true,
    days_ago: 546,
  },
  {
    slug: 'the-thursday-training-hour',
    title: 'Thursday at three: our training hour',
    excerpt:
      'One topic, one person, forty minutes, and something to do with your hands. How the weekly hour works and why it has lasted.',
    content: newsTexts['the-thursday-training-hour'],
    category: 'Company News',
    tags: ['training', 'people', 'habits'],
    author: 'Gareth Penhallow',
    is_published: true,
    days_ago: 517,
  },
  {
    slug: 'patch-windows-people-accept',
    title: 'Patch windows that people accept',
    excerpt:
      'Three rings, one slot with a name and a rule for emergencies. A good patch window is dull: same time, same order, same message.',
    content: technologyTexts['patch-windows-people-accept'],
    category: 'Technology',
    tags: ['updates', 'security', 'how-to'],
    is_published: true,
    days_ago: 489,
  },
  {
    slug: 'passkeys-in-practice',
    title: 'Passkeys in practice: what they solve and what they do not',
    excerpt:
      'No secret crosses the network, so there is none to steal. How passkeys work, how to introduce them, and why recovery is the hard part.',
    content: innovationTexts['passkeys-in-practice'],
    category: 'Innovation',
    tags: ['passkeys', 'sign-in', 'security'],
    author: 'Tomasz Wieczorek',
    is_published: true,
    days_ago: 463,
  },
  {
    slug: 'the-copper-line-and-what-hangs-on-it',
    title: 'The copper line is going. What still hangs on yours?',
    excerpt:
      'Desk phones moved long ago. Lifts, alarms, intercoms and heating plants often did not. A walk through the building, and three questions for each owner.',
    content: trendsTexts['the-copper-line-and-what-hangs-on-it'],
    category: 'Industry Trends',
    tags: ['telephony', 'checklist', 'buildings'],
    is_published: true,
    days_ago: 432,
  },
  {
    slug: 'store-the-instant-show-local-time',
    title: 'Store the instant, show the local time',
    excerpt:
      'Two rules for dates in software, the two exceptions to them, and the tests that find the fault before the last Sunday in March does.',
    content: developmentTexts['store-the-instant-show-local-time'],
    category: 'Development',
    tags: ['time zones', 'databases', 'explainer'],
    author: 'Leila Farahmand',
    is_published: true,
    days_ago: 405,
  },
  {
    slug: 'how-we-write-a-quotation',
    title: 'How we write a quotation',
    excerpt:
      'Six parts, from what we understood to how it could be smaller. What you will find in an offer from us, and the reasons behind it.',
    content: newsTexts['how-we-write-a-quotation'],
    category: 'Company News',
    tags: ['quotations', 'working with us'],
    author: 'Marianne Okafor',
    is_published: true,
    days_ago: 377,
  },
  {
    slug: 'quiet-printer-networks',
    title: 'Printer networks that stay quiet',
    excerpt:
      'Most printer trouble is network trouble. A segment of their own, names in place of addresses, and one driver keep mornings calm.',
    content: technologyTexts['quiet-printer-networks'],
    category: 'Technology',
    tags: ['printing', 'networks', 'how-to'],
    is_published: true,
    days_ago: 350,
  },
  {
    slug: 'forms-that-work-in-a-basement',
    title: 'Forms that work in a basement',
    excerpt:
      'Lift engineers have gloves and no reception. How a web form learned to work without a network, and which line of text made people trust it.',
    content: innovationTexts['forms-that-work-in-a-basement'],
    category: 'Innovation',
    tags: ['offline', 'field work', 'project story'],
    author: 'Thu-Anh Duong',
    is_published: true,
    days_ago: 322,
  },
  {
    slug: 'read-your-cloud-bill-in-half-an-hour',
    title: 'Read your cloud bill in half an hour',
    excerpt:
      'Five questions, once a month, and two alarms. You do not need to understand every line to find the ones that matter.',
    content: trendsTexts['read-your-cloud-bill-in-half-an-hour'],
    category: 'Industry Trends',
    tags: ['cloud', 'costs', 'how-to'],
    author: 'Naoko Hirabayashi',
    is_published: true,
    days_ago: 291,
  },
  {
    slug: 'log-lines-for-the-person-on-call',
    title: 'Write log lines for the person on call',
    excerpt:
      'A log line is a message to a tired stranger who has never seen your code. What it should say, what it must not contain, and how to rehearse it.',
    content: developmentTexts['log-lines-for-the-person-on-call'],
    category: 'Development',
    tags: ['logging', 'on-call', 'code quality'],
    author: 'Kwabena Asare-Mensah',
    is_published: true,
    days_ago: 264,
  },
  {
    slug: 'zero-trust-for-thirty-people',
    title: 'Zero trust for an office of thirty people',
    excerpt:
      'Behind the label is a modest idea that a small office can afford. Three questions for each request, and an order of steps that works.',
    content: technologyTexts['zero-trust-for-thirty-people'],
    category: 'Technology',
    tags: ['security', 'networks', 'explainer'],
    is_published: true,
    days_ago: 233,
  },
  {
    slug: 'we-moved-our-own-office',
    title: 'We moved our own office, and treated ourselves like a client',
    excerpt:
      'A late fibre line, tape on the floor, three boxes of dead keyboards and a door intercom that rang a fax machine: notes from our move.',
    content: newsTexts['we-moved-our-own-office'],
    category: 'Company News',
    tags: ['office', 'moving'],
    is_published: true,
    days_ago: 196,
  },
  {
    slug: 'incident-reviews-without-blame',
    title: 'Incident reviews without blame, and with a second look',
    excerpt:
      'A timeline first, how in place of who, three measures with dates, and ten minutes after three months. What makes a review worth reading.',
    content: trendsTexts['incident-reviews-without-blame'],
    category: 'Industry Trends',
    tags: ['incidents', 'habits', 'trust'],
    author: 'Callum Strachan',
    is_published: true,
    days_ago: 158,
  },
  {
    slug: 'retire-the-vpn-one-application-at-a-time',
    title: 'Retire the VPN one application at a time',
    excerpt:
      'The tunnel gives everyone a path to everything. Replacing it can be a series of small projects, each of which leaves you better off.',
    content: innovationTexts['retire-the-vpn-one-application-at-a-time'],
    category: 'Innovation',
    tags: ['remote work', 'security', 'migration'],
    is_published: true,
    days_ago: 117,
  },
  {
    slug: 'sso-rollout-order',
    title: 'Single sign-on: the order matters more than the product',
    excerpt:
      'Clean the directory, begin where nothing is at stake, run the same six checks each time, and turn off the old way on the date you announced.',
    content: technologyTexts['sso-rollout-order'],
    category: 'Technology',
    tags: ['single sign-on', 'sign-in', 'how-to'],
    author: 'Tomasz Wieczorek',
    is_published: true,
    days_ago: 74,
  },
  {
    slug: 'what-we-look-for-in-a-review',
    title: 'What we look for in a code review, and in which order',
    excerpt:
      'Is it the right change, what happens when things go wrong, who may do this? Our reading order, and three words that keep remarks kind.',
    content: developmentTexts['what-we-look-for-in-a-review'],
    category: 'Development',
    tags: ['code review', 'habits', 'checklist'],
    author: 'Leila Farahmand',
    is_published: false,
    days_ago: 41,
  },
  {
    slug: 'static-pages-in-front-of-a-slow-system',
    title: 'Static pages in front of a slow system',
    excerpt:
      'A library catalogue took four seconds a page and could not be replaced. How a layer of finished pages made it bearable, and what it did not solve.',
    content: innovationTexts['static-pages-in-front-of-a-slow-system'],
    category: 'Innovation',
    tags: ['caching', 'web performance', 'project story'],
    is_published: false,
    days_ago: 33,
  },
  {
    slug: 'small-dependency-updates-every-week',
    title: 'Small dependency updates, every week',
    excerpt:
      'Take small steps all the time, or none for two years and then a month of work. Our Tuesday routine, and when we wait on purpose.',
    content: developmentTexts['small-dependency-updates-every-week'],
    category: 'Development',
    tags: ['dependencies', 'maintenance', 'security'],
    is_published: false,
    days_ago: 22,
  },
  {
    slug: 'insurance-questionnaires-answered-honestly',
    title: 'Cyber insurance questionnaires, answered honestly',
    excerpt:
      'Beware of the word "all", keep the proof while you answer, and use every no as a plan: advice for the form that now has many pages.',
    content: trendsTexts['insurance-questionnaires-answered-honestly'],
    category: 'Industry Trends',
    tags: ['insurance', 'risk', 'security'],
    is_published: false,
    days_ago: 15,
  },
  {
    slug: 'wifi-survey-what-to-measure',
    title: 'A Wi-Fi survey: what to measure, and what to leave alone',
    excerpt:
      'Slow Wi-Fi can mean five different things. Which readings tell them apart, and why another access point is often the wrong answer.',
    content: technologyTexts['wifi-survey-what-to-measure'],
    category: 'Technology',
    tags: ['Wi-Fi', 'networks', 'how-to'],
    author: 'Viktor Hladký',
    is_published: false,
    days_ago: 8,
  },
  {
    slug: 'the-old-support-address-closes',
    title: 'Our old support address closes next quarter',
    excerpt:
      'What changes, what you need to check, and why we take trouble over something as small as an e-mail address.',
    content: newsTexts['the-old-support-address-closes'],
    category: 'Company News',
    tags: ['support', 'announcement'],
    author: 'Solveig Brattland',
    is_published: false,
    days_ago: 3,
  },
];
