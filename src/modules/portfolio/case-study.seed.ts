import type { Figure } from '../../shared/columns.ts';
import type { Motif } from '../../shared/motifs.ts';

/** What a starter project has besides the fields of every project. */
export interface CaseStudy {
  client_description: string;
  sector: string;
  year: string;
  duration: string;
  /** The keys of the default services. */
  services: string[];
  problem: string;
  approach: string;
  outcome: string;
  figures: Figure[];
  quote: string;
  /** A role, so that nobody takes the sample for the words of a person. */
  quote_person: string;
  quote_role: string;
  is_featured: boolean;
  /** Drawn for the gallery. */
  pictures: { motif: Motif; alt: string; height?: number }[];
}

const figure = (number: string, unit: string, meaning: string): Figure => ({ unit, number, meaning });

/** By the slug of the starter project. */
export const caseStudies: Readonly<Record<string, CaseStudy>> = {
  'second-home-for-dispatch': {
    client_description: 'A bus operator with two depots in a mid-sized town',
    sector: 'Public transport',
    year: '2024',
    duration: 'Seven months',
    services: ['cloud-solutions', 'system-migration'],
    problem:
      '<p>Every bus that leaves the depot is known to one program. It ran on two servers in one room, behind one cooling unit, with a backup tape that nobody had read for years.</p><p>A hot weekend in June stopped it for three hours. Drivers were sent out with printed timetables, and passengers waited for buses that had left already.</p>',
    approach:
      '<p>We did not want a copy that has to be woken up. The second home follows the first within seconds, and takes over when <strong>one named person</strong> decides it, from a printed page with eleven lines.</p><ul><li>First the data: replicated into a region outside the town, and compared every night.</li><li>Then the way in: radio, displays at the stops and the depot screens got a second route.</li><li>Then people: a drill in spring and one in autumn, each for a whole shift.</li></ul><p>The first drill showed that the radio gateway had been forgotten. It was the best day of the project.</p>',
    outcome:
      '<p>The second drill went unnoticed by drivers and passengers. Outside drills, the second home stays small and grows only when it is needed, so it costs less each month than the cooling unit that it replaced.</p>',
    figures: [
      figure('4', 'min', 'from the decision to a working dispatch, measured in the drill'),
      figure('0', 'trips', 'cancelled because of dispatch since the first drill'),
      figure('38', '%', 'lower running costs than the second server room in the old plan'),
    ],
    quote:
      'I have one page on the wall and I know that it works, because we do it twice a year. That is all I ever wanted.',
    quote_person: 'Head of dispatch',
    quote_role: 'Municipal bus operator',
    is_featured: true,
    pictures: [
      { motif: 'Cloud Solutions', alt: 'The second home, drawn as a vault beside the first one' },
      { motif: 'System Migration', alt: 'The two routes that data take between depot and region' },
      { motif: 'Network Infrastructure', alt: 'The racks of the depot before the move', height: 1000 },
    ],
  },
  'town-website-its-staff-can-edit': {
    client_description: 'A council of 21,000 inhabitants with forty editors',
    sector: 'Public administration',
    year: '2025',
    duration: 'Nine months',
    services: ['web-development', 'it-support'],
    problem:
      '<p>Over eleven years the site had grown to four thousand pages. Half of them were about events long past, and the counter was asked the same six questions every day.</p>',
    approach:
      '<p>For two weeks we sat beside the counter and wrote down what people asked. The new navigation is that list. Editors learned to write short pages in a course with their own texts, and every page has an owner and a date for its next check.</p><blockquote><p>If a sentence needs a phone call to be understood, it is not finished.</p></blockquote><p>The site works without scripts, was tested with people who use a screen reader, and prints on one sheet, because the notice board is still in use.</p>',
    outcome:
      '<p>Six hundred pages remain. Calls about opening times have almost stopped, and editors publish without waiting for anybody.</p>',
    figures: [
      figure('600', 'pages', 'instead of four thousand, each with an owner'),
      figure('-45', '%', 'calls to the counter about rubbish, permits and dates'),
      figure('40', 'people', 'in nine departments publish by themselves'),
      figure('0.9', 's', 'until a page can be read on an older phone'),
    ],
    quote:
      'We used to ask for a change and wait a week. Now the person who knows the answer writes it down, and it is there.',
    quote_person: 'Head of communication',
    quote_role: 'Town council',
    is_featured: true,
    pictures: [
      { motif: 'Web Development', alt: 'The new start page as a drawing of screens' },
      { motif: 'IT Support', alt: 'A plan of the counter, where the questions were collected', height: 1000 },
      { motif: 'Web Development', alt: 'The editing screen, and the page beside it' },
    ],
  },
  'network-for-a-cold-store': {
    client_description: 'A warehouse for frozen food with 24,000 pallet places',
    sector: 'Logistics',
    year: '2024',
    duration: 'Four months',
    services: ['network-infrastructure'],
    problem:
      '<p>At minus twenty-five degrees the scanners lost their connection between the aisles, and with it their orders. Drivers walked back to the door to send what they had scanned.</p>',
    approach:
      '<p>We measured with full shelves, because frozen peas swallow radio waves. Fewer access points with directional antennas now look along the aisles, in heated housings. Cabinets stand outside the cold, and sensors use a network of their own with a separate power supply.</p>',
    outcome:
      '<p>Orders are complete at the pallet. The software of the scanners survives short gaps, so that nothing is typed twice, and an alarm travels by two paths.</p>',
    figures: [
      figure('-25', '°C', 'at which the network works, winter and summer'),
      figure('22', '', 'access points do the work of forty-one'),
      figure('6', 'h', 'saved each day by walks that nobody takes any more'),
    ],
    quote: 'My people stopped talking about the Wi-Fi. There is no higher praise in this building.',
    quote_person: 'Warehouse manager',
    quote_role: 'Frozen food warehouse',
    is_featured: true,
    pictures: [
      { motif: 'Network Infrastructure', alt: 'Shelves and antennas along an aisle' },
      { motif: 'Cloud Solutions', alt: 'The hall in section, with the sensors under the roof' },
    ],
  },
  'patient-forms-without-paper': {
    client_description: 'A clinic with eleven practices under one roof',
    sector: 'Health',
    year: '2023',
    duration: 'Five months',
    services: ['web-development'],
    problem:
      '<p>Every patient filled in the same two pages on a clipboard, and reception typed them in again. In six languages, the clipboard was guesswork.</p>',
    approach:
      '<p>The form now asks only what matters for the visit, and says why it asks. It can be filled in at home or on a tablet in the waiting room, in large type and with a screen reader. Answers go to the practice system through its official interface, and are deleted from ours as soon as they have arrived.</p>',
    outcome: '<p>Reception sees who still needs help, and has time for them.</p>',
    figures: [
      figure('7', 'min', 'shorter from the door to the waiting room'),
      figure('6', 'languages', 'with the same questions'),
    ],
    quote: 'Nobody types an address twice here any more.',
    quote_person: 'Practice manager',
    quote_role: 'Harbour Street Clinic',
    is_featured: false,
    pictures: [
      { motif: 'Web Development', alt: 'The form on a tablet, drawn in section' },
      { motif: 'IT Support', alt: 'A plan of the waiting room' },
    ],
  },
  'retiring-a-data-room': {
    client_description: 'A utility that brings water to four valleys',
    sector: 'Utilities',
    year: '2024',
    duration: 'Seventeen months',
    services: ['system-migration', 'cloud-solutions', 'network-infrastructure'],
    problem:
      '<p>The lease of the data room ended in eighteen months, and the list of servers was older than the lease. Nobody could say what forty of the machines did.</p>',
    approach:
      '<p>We watched the traffic of each machine, asked, and switched off what nobody missed. The rest had a date, a rehearsal and a way back, rack by rack. Control systems for pumps stayed local on purpose.</p><h3>Three heaps</h3><p>Replace by a service, move to the cloud, or move to a cabinet at the plant: each machine went to one of them, and the reason is written down.</p>',
    outcome:
      '<p>The empty room was handed over a month early, with a certificate for every destroyed disk.</p>',
    figures: [
      figure('112', 'servers', 'became 31 that somebody needs'),
      figure('1', 'month', 'before the lease ended, the room was empty'),
      figure('0', 'hours', 'without water or its control'),
    ],
    quote: 'For the first time I have a list in which every line has a name behind it.',
    quote_person: 'Head of operations',
    quote_role: 'Regional water utility',
    is_featured: false,
    pictures: [
      { motif: 'System Migration', alt: 'A bridge between the data room and the plant' },
      { motif: 'Network Infrastructure', alt: 'The last rack before it was switched off', height: 1000 },
    ],
  },
  'quiet-mornings-for-a-law-office': {
    client_description: 'A law office with sixty desks and a busy court calendar',
    sector: 'Law',
    year: '2025',
    duration: 'Ongoing since spring',
    services: ['it-support'],
    problem:
      '<p>Between eight and nine everything went wrong at once: slow sign-ins, missing drives, a printer that needed persuading.</p>',
    approach:
      '<p>We watched for two weeks before touching anything. A single old script delayed every sign-in, and the printers shared addresses with visitors’ phones. Updates moved to a fixed evening in three rings, and hearing days block all changes.</p>',
    outcome: '<p>The monthly page to the partners has grown shorter with each issue, which was the aim.</p>',
    figures: [
      figure('11', 's', 'for a sign-in that took four minutes'),
      figure('-70', '%', 'requests before nine in the morning'),
      figure('3', 'rings', 'in which updates arrive, on a fixed evening'),
    ],
    quote: 'It has become quiet. I did not know that this was something one could order.',
    quote_person: 'Office manager',
    quote_role: 'Law office',
    is_featured: false,
    pictures: [
      { motif: 'IT Support', alt: 'The office in plan, with the printers marked' },
      { motif: 'Network Infrastructure', alt: 'The separated networks of staff and visitors' },
    ],
  },
};
