export interface StarterMember {
  name: string;
  role: string;
  section: string;
  description: string;
  expertise: string[];
  ask_about?: string;
  email?: string;
  /** The figure on which the portrait is based. */
  presentation: 'feminine' | 'masculine';
}

export const starterMembers: StarterMember[] = [
  {
    name: 'Marianne Okafor',
    role: 'Chief Executive Officer',
    section: 'leadership',
    description:
      "Marianne co-founded Atrium in 2013 after years of repairing other companies' rushed projects. She still reads every quotation before it leaves the house and asks what could be left out. On Fridays she sits at the help desk for an hour, headset on, because she believes that a company should hear its own telephone.",
    expertise: ['Company strategy', 'Client relations', 'Quotations', 'Public sector'],
    ask_about: 'what can be left out of a quotation',
    email: 'marianne.okafor@atrium.example.com',
    presentation: 'feminine',
  },
  {
    name: 'Tomasz Wieczorek',
    role: 'Chief Technology Officer',
    section: 'leadership',
    description:
      'Tomasz decides which technology we take on and, more often, which we leave alone. He came from railway signalling, where software is expected to last for decades, and has kept the habit of asking how a system will be switched off one day. He keeps our decision records short, dated and readable.',
    expertise: ['Architecture', 'Security', 'Technology selection', 'Long-lived systems'],
    ask_about: 'how a system is switched off',
    presentation: 'masculine',
  },
  {
    name: 'Priya Raghunathan',
    role: 'Chief Operating Officer',
    section: 'leadership',
    description:
      'Priya sees to it that promises and calendars agree. She introduced the weekly planning round in which every section says what it will not do, and she keeps the list of suppliers, contracts and renewal dates. Before Atrium she ran the logistics of a hospital group, so very little counts as urgent in her eyes.',
    expertise: ['Operations', 'Supplier management', 'Contracts', 'Resource planning'],
    presentation: 'feminine',
  },
  {
    name: 'Desmond Achterberg',
    role: 'General Manager',
    section: 'leadership',
    description:
      'Desmond looks after the day-to-day business: budgets, rooms, insurance and the many small decisions that keep twenty people working. He led our move to Skylight House and knows the course of every cable in it. Clients meet him when something has gone wrong, since he prefers to call in person.',
    expertise: ['Finance', 'Facilities', 'Risk management'],
    presentation: 'masculine',
  },
  {
    name: 'Naoko Hirabayashi',
    role: 'Director of Technology',
    section: 'leadership',
    description:
      "Naoko turns the larger plans into projects that a small group can finish. She reviews designs before anything is ordered and insists on a drawing that fits on one page. Her own field is cloud platforms, above all what they cost in the third year, and she leads our monthly reading of clients' bills.",
    expertise: ['Cloud platforms', 'Cost control', 'System design', 'Project reviews'],
    ask_about: 'the bill of the third year',
    presentation: 'feminine',
  },
  {
    name: 'Callum Strachan',
    role: 'Director of Operations',
    section: 'leadership',
    description:
      'Callum is responsible for everything that runs at night: monitoring, on-call duty, maintenance windows and backups. He wrote our handover routine after a long night of his own. He plans restore drills like fire drills, unannounced and with a stopwatch, and brings cake for whoever finds the missing step.',
    expertise: ['On-call operations', 'Monitoring', 'Backup and recovery', 'Incident reviews'],
    ask_about: 'restore drills, and cake',
    presentation: 'masculine',
  },
  {
    name: 'Idris Benmoussa',
    role: 'Executive Assistant',
    section: 'leadership',
    description:
      'Idris keeps six diaries free of collisions and knows which meeting can be a note instead. He prepares tenders for signature, follows up on open decisions and writes minutes that fit on half a page. Visitors meet him first, with good coffee and a visitor badge that already works.',
    expertise: ['Scheduling', 'Tender documents', 'Minutes and follow-up'],
    presentation: 'masculine',
  },
  {
    name: 'Leila Farahmand',
    role: 'Senior Developer',
    section: 'development',
    description:
      'Leila leads our larger web applications and reviews most of what goes live. She is known for deleting more lines than she adds and for questions that begin with what if this arrives twice. In her Thursday sessions, a colleague breaks a small program on purpose and the rest look for the fault.',
    expertise: ['TypeScript', 'API design', 'Code review', 'Testing', 'PostgreSQL'],
    ask_about: 'requests that arrive twice',
    presentation: 'feminine',
  },
  {
    name: 'Mateus Quaresma',
    role: 'Full Stack Developer',
    section: 'development',
    description:
      'Mateus is at home on both sides of a web application and likes the seam between them best. He builds booking systems, staff panels and the imports that feed them. When a client says that a screen feels slow, he sits down beside them and counts clicks before he looks at any code.',
    expertise: ['React', 'Node.js', 'SQL', 'Data imports'],
    presentation: 'masculine',
  },
  {
    name: 'Sinéad Mulcahy',
    role: 'Frontend Developer',
    section: 'development',
    description:
      'Sinéad builds the parts that people see and touch, and tests them first with the keyboard alone. She trained as a bookbinder, which shows in her care for type, margins and things that open properly. She maintains our collection of accessible form elements and the checklist that goes with it.',
    expertise: ['Accessibility', 'CSS', 'Design systems', 'React'],
    ask_about: 'bookbinding and keyboards',
    presentation: 'feminine',
  },
  {
    name: 'Kwabena Asare-Mensah',
    role: 'Backend Developer',
    section: 'development',
    description:
      'Kwabena writes the services that nobody sees until they fail, and so he writes them to fail politely. Queues, payments and nightly exports are his daily work. He cares about log lines as others care about prose, and can usually tell from three of them what happened and to whom.',
    expertise: ['Node.js', 'PostgreSQL', 'Message queues', 'Observability'],
    presentation: 'masculine',
  },
  {
    name: 'Thu-Anh Duong',
    role: 'Mobile Developer',
    section: 'development',
    description:
      'Thu-Anh makes applications for people who work standing up: engineers, drivers, nurses. She spends the first days of every project where they work and returns with photographs of basements and gloves. Her speciality is software that carries on without reception and says clearly what has been sent and what has not.',
    expertise: ['Offline-first apps', 'Kotlin', 'Swift', 'Field research'],
    ask_about: 'apps without reception',
    presentation: 'feminine',
  },
  {
    name: 'Rosalind Hargreave',
    role: 'HR Manager',
    section: 'human-resource',
    description:
      'Rosalind is responsible for how we hire, pay and look after people. She replaced the yearly appraisal with four short talks and published the salary bands inside the company. She reads every job advertisement aloud before it goes out and strikes what she would not say to a person across the table.',
    expertise: ['Employment law', 'Pay structures', 'Staff development', 'Mediation'],
    presentation: 'feminine',
  },
  {
    name: 'Emre Kılıçaslan',
    role: 'HR Officer',
    section: 'human-resource',
    description:
      'Emre makes sure that contracts, leave and payroll are right the first time. New colleagues know him from the letter that tells them where to go, whom to ask and what to have for lunch. He keeps the joiners and leavers list, which IT trusts more than any directory.',
    expertise: ['Payroll', 'Onboarding', 'Data protection'],
    presentation: 'masculine',
  },
  {
    name: 'Nomvula Dhlomo',
    role: 'Recruitment Specialist',
    section: 'human-resource',
    description:
      'Nomvula finds people and makes sure that they find us. Every applicant hears from her within a week, with a reason if the answer is no. She designed our working interview: one realistic task, two future colleagues and plenty of time, with the questions sent in advance so that nobody has to shine under stress.',
    expertise: ['Recruiting', 'Structured interviews', 'University contacts', 'Internships'],
    ask_about: 'the working interview',
    email: 'nomvula.dhlomo@atrium.example.com',
    presentation: 'feminine',
  },
  {
    name: 'Gareth Penhallow',
    role: 'Training Coordinator',
    section: 'human-resource',
    description:
      "Gareth runs the Thursday training hour and the programme for interns, and teaches courses for clients' staff. He used to be a teacher of physics and still prefers experiments to slides. His courses end with a task from the participants' own working day, and he calls after a month to hear if it stuck.",
    expertise: ['Course design', 'User training', 'Mentoring', 'Documentation'],
    ask_about: 'the Thursday training hour',
    email: 'gareth.penhallow@atrium.example.com',
    presentation: 'masculine',
  },
  {
    name: 'Solveig Brattland',
    role: 'Technical Support Lead',
    section: 'tech-support',
    description:
      'Solveig leads the help desk and its calm tone. She sorts requests by how much work stands still, not by who calls, and closes a ticket only when the caller agrees. Each month she picks the three most frequent questions and finds a way for nobody to have to ask them again.',
    expertise: ['Service desk', 'Escalations', 'Knowledge base', 'Device management'],
    ask_about: 'closing a ticket well',
    email: 'solveig.brattland@atrium.example.com',
    presentation: 'feminine',
  },
  {
    name: 'Rafiq Mazumder',
    role: 'Technical Support Specialist',
    section: 'tech-support',
    description:
      'Rafiq is the voice that most clients know. He explains without jargon, admits when he has to look something up, and calls back when he said he would. He also runs the workshop where laptops are prepared and retired, and has a drawer with an adapter for everything made since the nineties.',
    expertise: ['Remote support', 'Laptops and printers', 'Identity and access'],
    ask_about: 'the drawer of adapters',
    presentation: 'masculine',
  },
  {
    name: 'Chloé Desrosiers',
    role: 'Application Support Engineer',
    section: 'tech-support',
    description:
      'Chloé looks after the applications that we and others have built once they are in daily use. She reads logs before breakfast, reproduces faults with a patience that developers admire, and writes reports that contain the solution more often than not. She is the second for every system that our developers lead.',
    expertise: ['Log analysis', 'SQL', 'Release checks', 'Fault reproduction'],
    presentation: 'feminine',
  },
  {
    name: 'Viktor Hladký',
    role: 'System Support Analyst',
    section: 'tech-support',
    description:
      'Viktor watches servers, networks and storage, and notices what is about to happen. He draws the curves for our monthly reports and questions every alert that nobody acts on. His nightly record of network configurations has settled many a debate about who changed what. He also tends the plants under the glass roof.',
    expertise: ['Monitoring', 'Linux', 'Networks', 'Capacity planning', 'Reporting'],
    ask_about: 'alerts that nobody reads',
    presentation: 'masculine',
  },
];
