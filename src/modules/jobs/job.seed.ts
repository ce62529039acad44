import type { JobType, LocationType, SalaryPeriod } from '../../shared/enumerations.ts';

export interface StarterJob {
  title: string;
  /** Plain text. A blank line separates paragraphs. */
  description: string;
  type: JobType;
  location: string;
  department: string;
  requirements: string[];
  responsibilities: string[];
  is_internship: boolean;
  /** Null for a job that is no internship. */
  duration: string | null;
  is_active: boolean;
  /** When empty, people apply with the form on this site. */
  application_link: string;
  /** Age in days on the day of seeding. */
  days_ago: number;
  location_type: LocationType;
  team: string;
  recruiter: string;
  salary_min: string;
  salary_max: string;
  salary_currency: string;
  salary_period: SalaryPeriod;
}

/** What a job pays, in pounds. */
function pay(salary_min: string, salary_max: string, salary_period: SalaryPeriod) {
  return { salary_min, salary_max, salary_currency: 'GBP', salary_period, recruiter: 'Nomvula Dhlomo' };
}

/** Oldest first, so that ids rise with dates. */
export const starterJobs: StarterJob[] = [
  {
    title: 'Service Desk Coordinator',
    description: `Our service desk answers by telephone, e-mail and form, and somebody has to see that nothing lies about. You keep the list of open requests in order, spot the ones that wait for a part or a reply, and tell callers where they stand before they ask.

The role has little to do with repairing computers and much with people. You plan the rota together with the Technical Support Lead, agree appointments on site and prepare the weekly page that clients receive from us.

You will sit in the middle of the team, right by the door to the workshop. We show you our tools during the first month, with a colleague at your side and real requests from the first day.`,
    type: 'Full-time',
    location: 'London',
    location_type: 'On site',
    team: 'Two coordinators, six on the desk',
    ...pay('34000', '39000', 'Year'),
    department: 'Technical Support',
    requirements: [
      'Experience in planning or customer service, in any trade',
      'Clear and friendly written English',
      'A calm way of deciding what comes first',
    ],
    responsibilities: [
      'Keep the list of open requests complete and up to date',
      'Plan the rota and appointments on site',
      'Prepare the weekly report for clients',
    ],
    is_internship: false,
    duration: null,
    is_active: false,
    application_link: '',
    days_ago: 214,
  },
  {
    title: 'Mobile Developer (Offline Inspections)',
    description: `For a project with a fixed end, we are looking for a developer who has built applications that carry on without a network. Field engineers record inspections in shafts and basements, and their entries have to arrive complete, once and in order.

You take over a working prototype with a documented synchronisation protocol. Your part is to make it fit for daily use: photographs, corrections from the office, updates of the app while entries are waiting, and tests that simulate the worst reception in town.

You work closely with our Mobile Developer and with the people who will use the result. Two days of field visits at the beginning are part of the contract, gloves included.`,
    type: 'Contract',
    location: 'Remote within the UK',
    location_type: 'Remote',
    team: 'Three developers and a group of field engineers',
    ...pay('420', '480', 'Day'),
    department: 'Development',
    requirements: [
      'Released mobile applications for Android or iOS, or progressive web apps of similar depth',
      'Practical experience with local databases and synchronisation',
      'Automated tests as a matter of habit',
    ],
    responsibilities: [
      'Bring the inspection app from prototype to daily use',
      'Design and test synchronisation and conflict handling',
      'Hand over documented code to our team',
    ],
    is_internship: false,
    duration: null,
    is_active: false,
    application_link: 'https://example.com/apply/mobile-developer',
    days_ago: 176,
  },
  {
    title: 'Network Engineer',
    description: `You plan, build and document networks for offices, clinics, schools and workshops. Some are new and start with a floor plan. Most have grown over the years, and you begin by finding out what is really there.

A typical project takes some weeks: survey, design, ordering, a weekend of change and a quiet Monday. Between projects you look after the networks that we already run, together with our System Support Analyst, and help to extend our nightly record of configurations.

We value a good drawing, an honest label and a plan for the way back. You will share on-call duty with the operations team after your first half year. The day after a call at night starts later, without your asking.`,
    type: 'Full-time',
    location: 'London, with visits to clients',
    location_type: 'Hybrid',
    team: 'Four engineers and a System Support Analyst',
    ...pay('44000', '52000', 'Year'),
    department: 'Infrastructure',
    requirements: [
      'Several years of work with switching, routing, firewalls and Wi-Fi',
      'The habit of documenting before and after a change',
      'Basic scripting, in a language of your choice',
      'A driving licence or the patience for trains',
    ],
    responsibilities: [
      'Survey, design and install networks',
      'Plan changes with a tested way back',
      'Look after existing networks and their documentation',
      'Take part in on-call duty after half a year',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    days_ago: 121,
  },
  {
    title: 'Technical Writer',
    description: `Every project of ours ends with a handover, and a handover is only as good as its documents. We are looking for somebody who turns the knowledge of engineers into pages that a stranger can follow at three in the morning.

You interview colleagues, try out their instructions on a training machine and rewrite them until they work. You look after our templates for handovers, runbooks and user guides, and you teach the rest of us to need you a little less.

The post is for eighteen to twenty-four hours a week, spread as suits you, with at least one day in the office. A writing sample says more to us than a certificate: please send one that explains how to do something.`,
    type: 'Part-time',
    location: 'London or remote',
    location_type: 'Hybrid',
    team: 'You, and everybody whose knowledge you write down',
    ...pay('21', '25', 'Hour'),
    department: 'Training and Documentation',
    requirements: [
      'Plain, exact English and joy in cutting words',
      'Curiosity about technical things and no fear of asking twice',
      'Experience with documentation under version control, or the wish to learn it',
    ],
    responsibilities: [
      'Write and test runbooks, handover documents and user guides',
      'Look after templates and the style guide',
      'Coach colleagues in writing',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    days_ago: 103,
  },
  {
    title: 'Backend Developer (Node.js)',
    description: `You build the services behind our web applications: booking systems, staff panels, imports from systems older than some of us. Most of it is TypeScript on Node.js with PostgreSQL, and most of it has to run for years.

We work in groups of two to four. You take part in the first talks with the client, design the data model, write the code and its tests, and watch it in daily use. Reviews are short and kind; every change goes through one. There is no separate department that puts your work into operation, so you will care about log lines and migrations.

Please tell us about a fault that you found and what you changed so that it would not come back.`,
    type: 'Full-time',
    location: 'Remote within the UK',
    location_type: 'Remote',
    team: 'Five developers in two groups',
    ...pay('52000', '64000', 'Year'),
    department: 'Development',
    requirements: [
      'Solid experience with TypeScript or JavaScript on the server',
      'Confident use of SQL, transactions and migrations',
      'Tests that describe behaviour',
      'Willingness to explain your decisions to people who do not program',
    ],
    responsibilities: [
      'Design and build services and interfaces',
      'Review the work of colleagues and have yours reviewed',
      'Look after your services in operation',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: 'https://example.com/apply/backend-developer',
    days_ago: 92,
  },
  {
    title: 'Migration Project Lead',
    description: `A group of clinics is moving from its own server rooms to shared cloud services, site by site. For this programme we are looking for a lead on contract who has taken such projects to their end before.

You plan the sequence of sites, agree dates with people whose first concern is their patients, and lead a small team of engineers. Each move is rehearsed on a copy, carried out in one evening and accompanied on site the next morning. You report to our Director of Technology and to the client's steering group once a fortnight, on one page.

The contract runs for nine months with the option of three more. About two days a week are spent at the sites.`,
    type: 'Contract',
    location: 'London and the South East',
    location_type: 'Hybrid',
    team: 'Four engineers and the client’s steering group',
    ...pay('480', '560', 'Day'),
    department: 'Projects',
    requirements: [
      'Led several migrations of servers, files or mail with several hundred users',
      'A working knowledge of identity, networks and storage',
      'Clear reports and early bad news',
    ],
    responsibilities: [
      'Plan and lead the moves, site by site',
      'Keep risks, dates and costs visible to all',
      'Organise rehearsals, handovers and reviews',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    days_ago: 78,
  },
  {
    title: 'IT Support Specialist',
    description: `You are the person on the other end of the line when a screen stays dark or a password has expired. You solve what you can at once, call back when you said you would, and pass on the rest with everything that the next colleague needs to know.

About a third of your week belongs to the workshop, where laptops are prepared, repaired and retired, and to visits on site. You will know our clients by name before long, and they will know you.

We do not count calls per hour. What we look at is whether the same question comes back. If you find a way for nobody to have to ask it again, you get the time to build it.`,
    type: 'Full-time',
    location: 'London',
    location_type: 'On site',
    team: 'Six people on the desk and in the workshop',
    ...pay('31000', '37000', 'Year'),
    department: 'Technical Support',
    requirements: [
      'Experience in user support, at work or as a volunteer',
      'Good knowledge of Windows or macOS, and interest in the other',
      'Patience, and the ability to explain without jargon',
    ],
    responsibilities: [
      'Answer and solve requests by telephone and remote session',
      'Prepare, repair and retire devices',
      'Visit clients on site',
      'Turn frequent questions into articles or repairs',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    days_ago: 66,
  },
  {
    title: 'Accessibility Tester',
    description: `We test all our web applications with the keyboard, with zoom and with screen readers. So far, developers do it alongside their other work. Now we would like to have a person for whom this is the main thing.

You try out new screens before they are released, write findings that can be acted upon, and check that repairs do what they should. You also carry out reviews for clients whose sites were built by others, and present the results to people who hear about the subject for the first time.

The post is for sixteen to twenty hours a week. People who use assistive technology in their own daily life are very welcome. Tell us what you need to work well, and we shall arrange it before your first day.`,
    type: 'Part-time',
    location: 'Remote within the UK',
    location_type: 'Remote',
    team: 'Five developers, one of them your sparring partner',
    ...pay('24', '29', 'Hour'),
    department: 'Development',
    requirements: [
      'Fluent use of at least one screen reader',
      'Knowledge of the Web Content Accessibility Guidelines and of where they leave room',
      'Findings written so that a developer can start at once',
    ],
    responsibilities: [
      'Test applications before release',
      'Carry out accessibility reviews for clients',
      'Look after our checklist and train colleagues',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    days_ago: 59,
  },
  {
    title: 'Cloud Engineer',
    description: `You plan and run cloud environments for organisations that have no cloud team of their own. That means sensible defaults, few moving parts and a bill that its reader understands.

You describe environments as code, set up sign-in and networks, and move applications together with their owners. Once a month you read the bill with the client and suggest what can go. When a client would be better off keeping a server in the basement, you may say so here.

Your colleagues are the Director of Technology, two engineers from operations and whoever is developing the application. We use more than one provider. If you know one of them well, you will learn the others with us.`,
    type: 'Full-time',
    location: 'London or remote',
    location_type: 'Hybrid',
    team: 'Four engineers and the Director of Technology',
    ...pay('50000', '60000', 'Year'),
    department: 'Infrastructure',
    requirements: [
      'Two or more years of running production systems in a public cloud',
      'Experience with infrastructure as code',
      'Good knowledge of identity, networks and backups',
    ],
    responsibilities: [
      'Design, build and run cloud environments',
      'Move applications together with their owners',
      'Read bills and keep running costs in view',
      'Take part in on-call duty',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    days_ago: 51,
  },
  {
    title: 'Technical Support Internship',
    description: `Learn how support works from the inside. You start by listening: a headset, a second screen and a colleague who explains afterwards why they asked what they asked. After some weeks you take calls of your own, with the same colleague within reach.

In the workshop you prepare laptops, learn to open and close them again, and see what happens to old devices. You spend a few days on visits to clients.

Your own project has one user who waits for it. It could be a guide for new staff, a tidy spare-parts shelf with an inventory, or a small script that saves the desk ten minutes a day. At the end, you show it to everybody. The internship is paid.`,
    type: 'Internship',
    location: 'London',
    location_type: 'On site',
    team: 'Six people on the desk, one of them your mentor',
    ...pay('1950', '1950', 'Month'),
    department: 'Technical Support',
    requirements: [
      'Interest in computers and in the people in front of them',
      'Time for four full days a week',
      'No previous experience needed',
    ],
    responsibilities: [
      'Listen to, and later answer, support calls',
      'Prepare and repair devices in the workshop',
      'Finish a small project of your own',
    ],
    is_internship: true,
    duration: '3 months',
    is_active: true,
    application_link: '',
    days_ago: 44,
  },
  {
    title: 'Frontend Developer',
    description: `You build interfaces that people use all day: staff panels, booking forms, dashboards for a wall. They have to be quick, calm and usable with a keyboard, and they should still make sense to whoever opens the code in three years.

We work with React and TypeScript, plain CSS with design tokens, and as few libraries as we can. You will share responsibility for our collection of form elements with our Frontend Developer and bring in your own taste.

You take part in conversations with users and in tests at their desks. Please send us something that you have built and tell us what you would do differently today. A small thing, finished with care, is better than a large one that was not.`,
    type: 'Full-time',
    location: 'London, two days a week in the office',
    location_type: 'Hybrid',
    team: 'Five developers in two groups',
    ...pay('48000', '58000', 'Year'),
    department: 'Development',
    requirements: [
      'Very good knowledge of HTML and CSS',
      'Experience with React and TypeScript',
      'Accessibility as part of your craft',
      'An eye for type, spacing and wording',
    ],
    responsibilities: [
      'Design and build interfaces together with their users',
      'Look after our shared form elements',
      'Test with keyboard, screen reader and slow connections',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: 'https://example.com/apply/frontend-developer',
    days_ago: 37,
  },
  {
    title: 'HR and Payroll Assistant',
    description: `Two colleagues look after contracts, payroll and leave for the whole company, and they could use a third pair of eyes. You prepare the monthly payroll, check changes against the contracts, and answer questions from colleagues so that they understand their payslip.

You also keep the joiners and leavers list. It sounds like paperwork, and it decides who has access to what on the first day and on the last. For that reason you will work with the help desk more than is usual in such a post.

The post is for twenty hours a week, mornings preferred, with flexible days during school holidays. We train you in our software and pay for a course in payroll if you would like to take one.`,
    type: 'Part-time',
    location: 'London',
    location_type: 'Hybrid',
    team: 'Three colleagues in human resources',
    ...pay('17', '20', 'Hour'),
    department: 'Human Resources',
    requirements: [
      'Experience in an office, ideally with payroll or bookkeeping',
      'Exact work and discretion',
      'Confidence with spreadsheets',
    ],
    responsibilities: [
      'Prepare the monthly payroll',
      'Keep contracts, leave and the joiners and leavers list in order',
      'Answer questions from colleagues',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    days_ago: 29,
  },
  {
    title: 'Web Development Internship',
    description: `Spend half a year with our developers and leave with something that is in use. You begin with small repairs in a real application, so that you learn our way of working: a branch, a test, a review, a release.

From the second month on you have a project of your own with a user, a reviewer and an end. You talk to the user, propose a solution, build it and see it through its first weeks. Your mentor has an hour for you every Monday, and the whole team can be asked at any time.

You do not need to know our tools. We would like to see that you have made something, alone or with others, and that you can tell us how it works. The internship is paid.`,
    type: 'Internship',
    location: 'London, two days a week in the office',
    location_type: 'Hybrid',
    team: 'Five developers, one of them your mentor',
    ...pay('2050', '2050', 'Month'),
    department: 'Development',
    requirements: [
      'Basic knowledge of HTML, CSS and JavaScript',
      'A small project of your own that you can show',
      'Questions, and the courage to ask them',
    ],
    responsibilities: [
      'Repair and extend existing web applications',
      'Plan, build and present a project of your own',
      'Take part in reviews and the training hour',
    ],
    is_internship: true,
    duration: '6 months',
    is_active: true,
    application_link: '',
    days_ago: 23,
  },
  {
    title: 'Database Administrator (PostgreSQL)',
    description: `Several of our clients run PostgreSQL in versions that will soon stop receiving updates. For six months we need a specialist who plans these upgrades with us, carries them out and leaves the databases in better order than before.

You begin with a survey: size, extensions, slowest queries, backups, everything that connects. For each database you write a plan with a rehearsal, a method and a point of no return. Our application engineers work with you on drivers and queries, and our operations team on monitoring and restore drills.

The work can be done remotely, apart from the evenings of the switch, which we prefer to spend in the same room. Your knowledge should remain with us afterwards, so half a day a week is set aside for teaching.`,
    type: 'Contract',
    location: 'Remote, with some evenings in London',
    location_type: 'Remote',
    team: 'Four engineers in operations',
    ...pay('430', '500', 'Day'),
    department: 'Infrastructure',
    requirements: [
      'Many years of practice with PostgreSQL in production',
      'Major upgrades by more than one method',
      'Query tuning, replication and point-in-time recovery',
    ],
    responsibilities: [
      'Survey databases and plan their upgrades',
      'Rehearse and carry out upgrades',
      'Teach our engineers what you know',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: 'https://example.com/apply/database-administrator',
    days_ago: 16,
  },
  {
    title: 'Field Technician',
    description: `Cables have to be pulled, cabinets mounted and access points put where the drawing says. You are the one who does it, tests it and labels it, and who notices that the drawing has forgotten a fire door.

You work in pairs on most days, and start from our workshop in the morning with a loaded van. There are early starts when an office has to be finished before its people arrive, and free afternoons in return. Weekend work is planned a month ahead and limited to two weekends in a quarter.

We provide tools, work clothes and the training for working at height. If you come from electrical installation and would like to learn about networks, we should very much like to meet you.`,
    type: 'Full-time',
    location: 'London and the South East',
    location_type: 'On site',
    team: 'Three technicians and two vans',
    ...pay('29000', '34000', 'Year'),
    department: 'Infrastructure',
    requirements: [
      'Practical experience in cabling, electrical installation or a similar trade',
      'A driving licence',
      'Careful work, also where nobody will look',
    ],
    responsibilities: [
      'Install and test cabling, cabinets and access points',
      'Label and record everything you have built',
      'Help network engineers during weekend changes',
    ],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    days_ago: 9,
  },
  {
    title: 'Cloud and Networks Internship',
    description: `How does a message find its way from a phone in a warehouse to a database on the other side of the country? In this internship you will learn to follow it, and to repair the way when it breaks.

You work with the infrastructure group: on surveys with a measuring device and a floor plan, in the training network, where you may break whatever you like, and on the small scripts that keep our documentation up to date. You will accompany at least one weekend of change from planning to the quiet Monday.

Your own project is agreed in the first two weeks, with a person who needs the result. The internship is paid, and suits students of computer science or engineering as well as people who learn by themselves.`,
    type: 'Internship',
    location: 'London',
    location_type: 'On site',
    team: 'Four engineers, one of them your mentor',
    ...pay('2050', '2050', 'Month'),
    department: 'Infrastructure',
    requirements: [
      'A first idea of how networks work, from studies or tinkering',
      'Some practice with a command line',
      'Neat notes',
    ],
    responsibilities: [
      'Help with surveys, installations and documentation',
      'Experiment in the training network and present what you found',
      'Finish a project of your own',
    ],
    is_internship: true,
    duration: '4 months',
    is_active: true,
    application_link: '',
    days_ago: 4,
  },
];
