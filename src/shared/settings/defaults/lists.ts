import type { listFields } from '../fields/lists.ts';
import type { ValuesOf } from '../field-types.ts';

export const listDefaults: ValuesOf<typeof listFields> = {
  services: [
    {
      key: 'it-support',
      title: 'IT Support',
      summary:
        'A help desk that knows your systems and your people, and stays with a request until it is solved.',
      points: [
        'One number and one address for every question, with a named person behind each request',
        'Laptops, printers and accounts set up before the first working day',
        'Updates in agreed windows, and backups that are test-restored',
        'A monthly page in plain words: what happened, what comes next',
      ],
    },
    {
      key: 'system-migration',
      title: 'System Migration',
      summary: 'Moves from old systems to new ones, with the way back planned before the way forward.',
      points: [
        'An inventory of what you have, who owns it and what depends on it',
        'A rehearsal on a copy, with times and counts written down',
        'The switch outside your working hours, and our people on site the morning after',
        'The old system kept readable until nobody needs it any more',
      ],
    },
    {
      key: 'web-development',
      title: 'Web Development',
      summary:
        'Websites and web applications that load fast, work for everyone and can be changed by your own staff.',
      points: [
        'Something you can click within the first weeks, and a look at progress every fortnight',
        'Keyboard, screen reader and small phone tested as a matter of course',
        'An editing screen that your colleagues learn in an hour',
        'Source code, documentation and data that belong to you',
      ],
    },
    {
      key: 'cloud-solutions',
      title: 'Cloud Solutions',
      summary:
        'Servers, storage and applications in the cloud, sized for what you use and priced so that you can follow it.',
      points: [
        'A comparison of staying, moving and replacing, with running costs over three years',
        'Access by person and device, with a second factor that resists phishing',
        'Spending alarms and a monthly reading of the bill',
      ],
    },
    {
      key: 'network-infrastructure',
      title: 'Network Infrastructure',
      summary:
        'Cabling, switches, Wi-Fi and firewalls, planned from your floor plan and documented to the last socket.',
      points: [
        'A survey in the full building, with a map before and after',
        'Separate networks for staff, guests, printers and machines',
        'Monitoring that calls us before you have to call',
        'Labels, drawings and configurations handed over to you',
      ],
    },
  ],
  highlights: [
    {
      key: 'enhance-business-operations',
      title: 'Enhance Business Operations',
      text: 'We look at how work really moves through your organisation, then remove the waiting, the retyping and the outages that slow it down.',
    },
    {
      key: 'provide-latest-it-solutions',
      title: 'Provide Latest IT Solutions',
      text: 'Cloud services, strong sign-in and current software, brought in step by step, with a way back at each of them.',
    },
    {
      key: 'business-management',
      title: 'Business Management',
      text: 'Licences, devices, suppliers and renewal dates kept in one place, so that IT becomes a line in the budget that you can plan.',
    },
  ],
  values: [
    {
      key: 'innovation',
      title: 'Innovation',
      text: 'We try new things on our own systems first, and bring you the ones that proved their worth.',
    },
    {
      key: 'excellence',
      title: 'Excellence',
      text: 'We finish what we start: tested, documented and tidy enough for a stranger to take over.',
    },
    {
      key: 'integrity',
      title: 'Integrity',
      text: 'We say what we know, what we do not know and what it costs, before you have to ask.',
    },
    {
      key: 'focus',
      title: 'Focus',
      text: 'We do a few things at a time and leave out what your work does not need.',
    },
  ],
  achievements: [
    {
      key: 'the-year-we-began',
      figure: '{since}',
      label: 'the year we began',
      text: 'We have been in business under the same name, with the same idea of good work, ever since.',
    },
    {
      key: 'projects-delivered',
      figure: '200+',
      label: 'projects delivered',
      text: 'Over 200 projects, from a single meeting room to the move of a whole data centre.',
    },
    {
      key: 'people-in-the-team',
      figure: '20',
      label: 'people in the team',
      text: 'Few enough to know each other by name, and enough for someone to be there when you call.',
    },
    {
      key: 'fields-of-service',
      figure: '{service_count}',
      label: 'fields of service',
      text: 'Support, migration, web, cloud and networks, so that no fault falls between two suppliers.',
    },
    {
      key: 'sections-one-house',
      figure: '4',
      label: 'sections, one house',
      text: 'Leadership, development, human resources and application support work under one roof.',
    },
    {
      key: 'engineers-for-each-system',
      figure: '2',
      label: 'engineers for each system',
      text: 'Whatever we look after is known to a lead and a second, so that holidays are no risk to you.',
    },
    {
      key: 'name-to-call',
      figure: '1',
      label: 'name to call',
      text: 'Every project has one lead, from the first conversation until after the handover.',
    },
  ],
  company_life: [
    {
      key: 'from-our-desks',
      title: 'From our desks',
      text: 'Checklists, project stories and opinions, written by the people who do the work.',
      link_label: 'Read the blog',
      path: '/blog',
    },
    {
      key: 'work-with-us',
      title: 'Work with us',
      text: 'Open positions and paid internships, with what you would do and what you would learn.',
      link_label: 'See open positions',
      path: '/career',
    },
  ],
};
