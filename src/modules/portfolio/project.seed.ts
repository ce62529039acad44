import type { Motif } from '../../shared/motifs.ts';

export interface StarterProject {
  slug: string;
  title: string;
  /** A default category, which is also the subject of the drawing. */
  category: Motif;
  description: string;
  client: string;
  technologies: string[];
  /** Age in days on the day of seeding. */
  days_ago: number;
}

/** Oldest first, so that ids rise with dates. */
export const starterProjects: StarterProject[] = [
  {
    slug: 'one-help-desk-for-six-sites',
    title: 'One help desk for six sites',
    category: 'IT Support',
    description:
      'Each site of this association had its own way of getting help: a neighbour, a cousin, a shop round the corner. We brought all of them to one number and one form, recorded every device in a month of visits and agreed what counts as urgent. Requests now arrive with the device already attached, so the first question is no longer which computer it is. The three most frequent questions were solved at their root within the first year, among them a printer queue that had been restarted by hand every morning.',
    client: 'A housing association with six offices',
    technologies: ['Service desk', 'Asset inventory', 'Remote support'],
    days_ago: 1240,
  },
  {
    slug: 'mail-server-to-hosted-mailboxes',
    title: 'From a mail server in the cellar to hosted mailboxes',
    category: 'System Migration',
    description:
      'The mail server had survived two floods on its pallet, and the firm did not want to wait for a third. We copied all mailboxes in the background, department by department, and cleaned up shared calendars with the secretaries who knew what they were for. SPF, DKIM and DMARC were put in order before the switch, so that invoices kept arriving. On the chosen Friday only the last day of mail had to follow. The old server stayed readable until the end of the legal retention period had been arranged for in an archive.',
    client: 'A firm of surveyors',
    technologies: ['IMAP migration', 'DNS', 'DMARC', 'Mail archive'],
    days_ago: 1176,
  },
  {
    slug: 'booking-for-a-boat-house',
    title: 'Booking for a boat house',
    category: 'Web Development',
    description:
      "Members used to book boats in a paper diary that hung next to the door and got wet. The new booking page works on a phone with cold fingers: three large steps, no password, a link by e-mail. It knows which boats need a licence, which are in repair and when the tide is too low. The club's volunteers maintain boats and rules themselves in a small staff area. The page is light enough to load on the jetty, where reception comes and goes, and confirms each booking only once it has been saved.",
    client: 'A rowing club on a tidal river',
    technologies: ['TypeScript', 'React', 'Node.js', 'SQLite'],
    days_ago: 1103,
  },
  {
    slug: 'wifi-for-a-listed-theatre',
    title: 'Wi-Fi for a listed theatre',
    category: 'Network Infrastructure',
    description:
      "In a listed building, nobody may drill where they like. We measured the empty house and then a sold-out one, because an audience swallows radio waves. The access points now sit behind grilles and in the void above the chandelier, fed by cables along an old gas route. Stage technology, ticket sales, staff and visitors have separate networks, and the visitors' one pauses during performances at the push of a button in the stage manager's desk. Every cable is recorded on the conservation office's own drawings.",
    client: 'A municipal theatre in a listed building',
    technologies: ['Wi-Fi 6', 'VLANs', 'RADIUS', 'Site survey'],
    days_ago: 1048,
  },
  {
    slug: 'storage-that-grows-with-the-archive',
    title: 'Storage that grows with the archive',
    category: 'Cloud Solutions',
    description:
      'Every exhibition adds photographs, scans and films that may never be deleted. We moved the originals to object storage in two regions with a lock against changes, and built a small catalogue that knows the checksum of every file and checks some of them each night. Working copies stay close to the staff on a server in the house. Rarely used material travels to a cheaper class by itself. The yearly cost is known in advance, because it follows one figure that the museum can plan: the volume of new material.',
    client: 'A maritime museum',
    technologies: ['Object storage', 'Object lock', 'Checksums', 'Lifecycle rules'],
    days_ago: 981,
  },
  {
    slug: 'first-day-laptops',
    title: 'Laptops that are ready on the first day',
    category: 'IT Support',
    description:
      'New carers used to wait for days until a computer was prepared. Together with the personnel office, we turned the order around: the signed contract starts everything. The dealer registers the device, it is delivered to the branch, and the new colleague signs in with a temporary code and finds applications, printers and mail in place. The same list ends all access on the last day. Spare devices at two branches cover breakdowns, and a wiped machine is ready for the next person within an hour.',
    client: 'A provider of home care',
    technologies: ['Device management', 'Zero-touch enrolment', 'Directory sync'],
    days_ago: 926,
  },
  {
    slug: 'accounts-package-to-a-new-version',
    title: 'Twelve years of accounts, moved to a new system',
    category: 'System Migration',
    description:
      'The accounts package was no longer supported, and its database contained twelve years of bookings with local habits of every kind. We wrote the import as a program that could be repeated, and ran it until the trial balances of every year agreed to the penny. Differences were shown to the bookkeepers as a list with reasons, and they decided. The last run took one night after the close of the quarter. Old documents remain searchable in a read-only archive, with the same numbers as before.',
    client: 'A wholesale nursery',
    technologies: ['SQL', 'Data mapping', 'Reconciliation reports', 'PostgreSQL'],
    days_ago: 874,
  },
  {
    slug: 'patient-forms-without-paper',
    title: 'Patient forms without the clipboard',
    category: 'Web Development',
    description:
      'Patients fill in their form at home or on a tablet in the waiting room, in six languages and with large type. Nothing is lost if somebody is called in halfway. The form asks only what is relevant, explains why it asks, and works with a screen reader, which patients of the clinic tested with us. Answers go to the practice system through its official interface and are deleted from ours as soon as they have arrived. Reception sees at a glance who still needs help.',
    client: 'Harbour Street Clinic',
    technologies: ['React', 'TypeScript', 'Accessibility', 'FHIR'],
    days_ago: 815,
  },
  {
    slug: 'cabling-a-working-school',
    title: 'New cabling in a school that stayed open',
    category: 'Network Infrastructure',
    description:
      'The building had three generations of cable, none of them labelled. With lessons going on, the work was divided into holidays and late afternoons, corridor by corridor. Fibre now connects the four wings in a ring, every classroom has sockets where teachers asked for them, and cabinets have locks, filters and drawings on the inside of the door. Pupils, staff, guests and building technology are kept apart. The caretaker received a course and a tester of his own, and has added two sockets since.',
    client: 'A secondary school with four wings',
    technologies: ['Structured cabling', 'Fibre ring', 'Switching', '802.1X'],
    days_ago: 762,
  },
  {
    slug: 'test-environments-that-go-home-at-night',
    title: 'Test environments that go home at night',
    category: 'Cloud Solutions',
    description:
      'A software maker had fourteen test environments in the cloud, and nobody dared to touch the older ones. We described the environment once, as code, so that a fresh one can be started for a branch and thrown away afterwards. Those that remain switch themselves off in the evening and on again before work. Every resource carries an owner, and what has none is reported on Mondays. The developers got something out of it too: a clean environment with sample data is ready while the coffee is brewing.',
    client: 'A maker of laboratory software',
    technologies: ['Infrastructure as code', 'Containers', 'Scheduling', 'Cost labels'],
    days_ago: 703,
  },
  {
    slug: 'retiring-a-data-room',
    title: 'Retiring a data room, rack by rack',
    category: 'System Migration',
    description:
      'The lease of the data room ended in eighteen months, and the list of servers was older than the lease. We found out what each machine did by watching its traffic and by asking, switched off what nobody missed, and sorted the rest: replace by a service, move to the cloud, or move to a cabinet at the plant. Each rack had its own date, rehearsal and way back. Control systems for pumps stayed local on purpose. The empty room was handed over a month early, with a certificate for every destroyed disk.',
    client: 'A regional water utility',
    technologies: ['Dependency mapping', 'Virtualisation', 'Cloud migration', 'Secure disposal'],
    days_ago: 641,
  },
  {
    slug: 'support-for-a-festival',
    title: 'Eleven days of support for a film festival',
    category: 'IT Support',
    description:
      'For eleven days, a town full of cinemas becomes one organisation. We set up accreditation, ticket scanners, press rooms and projection networks, and ran a help desk from nine in the morning until after the last screening. Volunteers received a card with the five most common faults and what to do. Each venue had a box with spares, checked every evening. After the festival, everything was wiped, counted and stored according to a plan, so that next year starts from a list.',
    client: 'A town film festival',
    technologies: ['Event network', 'Ticket scanners', 'On-site support', 'Spare-part kits'],
    days_ago: 588,
  },
  {
    slug: 'catalogue-for-spare-parts',
    title: 'A spare-parts catalogue that finds the screw',
    category: 'Web Development',
    description:
      'Mechanics know what the part looks like, seldom what it is called. The new catalogue starts from drawings: one taps on the pump, then on the seal, and sees which versions fit the serial number. Search forgives spelling and knows the old part numbers. Prices and stock come from the existing system and are fetched at the last moment, so that pages stay quick. The staff who used to answer such questions by telephone tested every release, and the drawings are now theirs to maintain.',
    client: 'A manufacturer of agricultural machines',
    technologies: ['TypeScript', 'SVG', 'PostgreSQL', 'Full-text search'],
    days_ago: 529,
  },
  {
    slug: 'network-for-a-cold-store',
    title: 'A network for a cold store',
    category: 'Network Infrastructure',
    description:
      "At minus twenty-five degrees, batteries fade and condensation waits at every door. The scanners of this cold store lost their connection between the aisles, and with it their orders. We measured with full shelves, chose heated housings and directional antennas along the aisles, and reduced the number of access points. Cabinets stand outside the cold. Sensors for temperature and doors use a network of their own with a separate power supply, and raise an alarm by two paths. The scanners' software was changed to survive short gaps.",
    client: 'A frozen food warehouse',
    technologies: ['Industrial Wi-Fi', 'Directional antennas', 'Sensor network', 'Monitoring'],
    days_ago: 466,
  },
  {
    slug: 'second-home-for-dispatch',
    title: 'A second home for the dispatch system',
    category: 'Cloud Solutions',
    description:
      "If dispatch stands still, so do the buses. The system ran in one room with one cooling unit. We built a second home for it in the cloud that follows the first within seconds and takes over on one person's decision, made from a printed page. Twice a year, the operator works a whole shift from there. The first drill showed that the radio gateway had been forgotten; the second went unnoticed by drivers. Outside drills the second home stays small and grows only when it is needed.",
    client: 'A municipal bus operator',
    technologies: ['Database replication', 'Failover', 'Runbooks', 'Recovery drills'],
    days_ago: 402,
  },
  {
    slug: 'single-sign-on-for-a-college',
    title: 'Single sign-on for a college',
    category: 'System Migration',
    description:
      'Students had five passwords, and the help desk had a queue every September. We cleaned the directory first: one person, one account, whatever the number of roles. Then the applications followed one at a time, starting with room booking and ending with grades. Passkeys were offered at a table in the foyer during the first week of term. Accounts now begin with enrolment and end with the return of the library card. The old password forms were switched off on the announced day.',
    client: 'A college of further education',
    technologies: ['OpenID Connect', 'SAML', 'Passkeys', 'Directory clean-up'],
    days_ago: 337,
  },
  {
    slug: 'quiet-mornings-for-a-law-office',
    title: 'Quiet mornings for a law office',
    category: 'IT Support',
    description:
      "Between eight and nine, everything used to go wrong at once: slow sign-ins, missing drives, a printer that needed persuading. We watched for two weeks before touching anything. A single old script turned out to delay every sign-in, and the printers shared addresses with visitors' phones. Updates moved to a fixed evening in three rings. Hearing days are entered in a calendar that blocks all changes. Our monthly page to the partners has grown shorter with each issue, which was the aim.",
    client: 'A law office with a busy court calendar',
    technologies: ['Patch management', 'Group policy', 'Print server', 'Monitoring'],
    days_ago: 268,
  },
  {
    slug: 'town-website-its-staff-can-edit',
    title: 'A town website that its own staff can edit',
    category: 'Web Development',
    description:
      "The town's website had grown to thousands of pages, many of them about events long past. We asked which questions people bring to the counter and built the new site around those: rubbish, permits, dates, persons. Editors from every department learned to write short pages in a course with their own texts. Each page has an owner and a date for its next check. The site works without scripts, is tested with assistive technology and prints properly, since the notice board is still in use.",
    client: 'A town council',
    technologies: ['Content management', 'Server rendering', 'Accessibility', 'Editorial training'],
    days_ago: 196,
  },
  {
    slug: 'field-data-in-one-place',
    title: 'Field data in one place',
    category: 'Cloud Solutions',
    description:
      'Measuring stations along a river sent their readings by modem, by mail and on memory cards. A small service now accepts all three, checks units and times, and stores the raw reading next to the corrected one. Gaps and jumps are marked and shown to a hydrologist the same day. Researchers download what they need through an open interface. The service runs on managed components, scales down to almost nothing at night, and costs less to run than the memory cards did to post.',
    client: 'A river research institute',
    technologies: ['Message queue', 'Time-series database', 'Serverless functions', 'Open API'],
    days_ago: 127,
  },
  {
    slug: 'two-lines-and-a-mast',
    title: 'Two lines and a mast',
    category: 'Network Infrastructure',
    description:
      'At the end of a valley, one cable carried everything, and a digger found it twice. The dairy now has a second way out: a radio link to a mast on the opposite slope, from a different provider, along a different route. The firewalls change over within seconds and change back only when the cable has proved stable. Telephones, milk collection and the shop have priority on the narrower path. Once a quarter, we pull the plug by appointment, and the staff go on working.',
    client: 'A mountain dairy cooperative',
    technologies: ['Radio link', 'SD-WAN', 'Failover', 'Quality of service'],
    days_ago: 58,
  },
];
