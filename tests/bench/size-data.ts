import { setImmediate } from 'node:timers/promises';
import { foldText } from '../../src/shared/fold-text.ts';
import { activityTypes, jobTypes } from '../../src/shared/enumerations.ts';
import { activityModules } from '../../src/shared/module-facts.ts';
import { storedValuesOf } from '../../src/shared/settings/choices.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import type { Row, Writer } from './size-writer.ts';

const blogCategories = storedValuesOf(settingDefaults.choices, 'blog_categories');
const portfolioCategories = storedValuesOf(settingDefaults.choices, 'portfolio_categories');

const years = 3;
const batchRows = 20_000;
/** Of so many messages, one has a reply by mail. */
const replyEvery = 4;
const answerMs = 86_400_000;

type Making = { table: string; share: number; make: (number: number, made: Date) => Row };

/** The words that the measured searches look for. Of `every` texts, one contains the word. */
export const searchedWords = {
  rare: { word: 'zeppelin', every: 50_000 },
  some: { word: 'koala', every: 110 },
};

/**
 * Increases the number of messages, message events and activities from `from` to `to`. Also adds a tenth as
 * many posts and a hundredth as many users, jobs and projects. The same numbers give the same texts. `tell`
 * receives the number of new rows.
 */
export async function fillTo(
  writer: Writer,
  { from, to }: { from: number; to: number },
  tell: (rows: number) => void,
): Promise<void> {
  const now = Date.now();
  for (const { table, share, make } of makings) {
    const [first, last] = [Math.floor(from / share), Math.floor(to / share)];
    // The times of each call cover all three years. Later ids therefore may have earlier times.
    for (let start = first; start < last; start += batchRows) {
      const end = Math.min(last, start + batchRows);
      const moment = (number: number) => new Date(now - (years * 365 * 86_400_000 * (last - number)) / last);
      await writer.insert(
        table,
        Array.from({ length: end - start }, (_, index) => make(start + index, moment(start + index))),
      );
      tell(end - start);
      // Lets the progress bar update.
      await setImmediate();
    }
  }
}

export function rowsBetween(from: number, to: number): number {
  return makings.reduce((sum, { share }) => sum + Math.floor(to / share) - Math.floor(from / share), 0);
}

const names = ['Ada Byron', 'Grace Hopper', 'Alan Kay', 'Barbara Liskov', 'Tony Hoare', 'Edsger Dijkstra'];

function kindOf(number: number): string {
  if (number % 20 === 3) return 'application';
  if (number % 20 === 7) return 'internship';
  return number % 5 === 1 ? 'quotation' : 'contact';
}

const makings: Making[] = [
  {
    // Messages are assigned to the first user.
    table: 'users',
    share: 100,
    make: (number, created_at) => ({
      ...editable(created_at),
      name: pick(names, number),
      email: `user${number}@example.com`,
      email_key: `user${number}@example.com`,
      password_hash: '',
      role: 'hr',
      search_text: '',
    }),
  },
  {
    table: 'messages',
    share: 1,
    make: (number, created_at) => {
      const [subject, message] = [sentence(number, 5), marked(number, sentence(number + 7, 32))];
      const name = `${pick(names, number)} ${word(number)}`;
      // A third of the messages come from a thousand addresses, so some addresses have many messages.
      const email = `visitor${number % 3 === 0 ? number % 1000 : number}@example.com`;
      const kind = kindOf(number);
      const answered = number % replyEvery === 1 ? new Date(created_at.getTime() + answerMs) : created_at;
      return {
        created_at,
        kind,
        subject,
        message,
        name,
        email,
        email_key: email,
        phone: null,
        details: { subject, message },
        attachment_name: number % 11 === 0 ? 'cv.pdf' : null,
        attachment_key: null,
        is_read: number % 50 !== 0,
        folder: number % 23 === 0 ? 'spam' : number % 31 === 0 ? 'trash' : 'inbox',
        spam_reasons: null,
        state: number % 50 < 3 ? 'open' : number % 10 === 4 ? 'answered' : 'closed',
        assignee_id: number % 7 === 0 ? 1 : null,
        about_id: kind === 'application' ? 1 + (number % 50) : null,
        last_incoming_at: answered,
        listed_at: answered,
        search_text: foldText(subject, message, name, email),
      };
    },
  },
  {
    table: 'message_events',
    share: 1,
    make: (number, created_at) => ({
      // The first message has a long timeline.
      message_id: number % 1000 === 0 ? 1 : number + 1,
      created_at,
      type: number % 2 === 0 ? 'read' : number % replyEvery === 1 ? 'mail' : 'note',
      user_id: number % replyEvery === 1 ? null : 1,
      user_name: number % replyEvery === 1 ? '' : pick(names, number),
      text: number % 2 === 0 ? null : sentence(number, number % replyEvery === 1 ? 60 : 12),
      before: number % 2 === 0 ? { is_read: false } : null,
      after: number % 2 === 0 ? { is_read: true } : null,
    }),
  },
  {
    table: 'incoming_mails',
    share: replyEvery,
    make: (number, created_at) => {
      const event = number * replyEvery + 1;
      const address = `visitor${event % 3 === 0 ? event % 1000 : event}@example.com`;
      return {
        event_id: event + 1,
        created_at,
        name: pick(names, event),
        address,
        email_key: address,
        quoted: sentence(event, 80),
        remarks: [],
        is_automatic: false,
        sender_check: 'pass',
        source_key: null,
        source_bytes: 0,
      };
    },
  },
  {
    table: 'activities',
    share: 1,
    make: (number, created_at) => {
      const [type, module] = [pick(activityTypes, number), pick(activityModules, number >> 3)];
      const [title, user_name] = [marked(number, sentence(number, 4)), pick(names, number)];
      const description = `Updated ${module} "${title}"`;
      return {
        created_at,
        type,
        module,
        description,
        user_id: 1 + (number % 7),
        user_name,
        item_id: number,
        item_name: title,
        metadata: { title },
        changes: null,
        is_verified: number % 40 !== 0,
        has_caller_post: true,
        was_public: number % 10 !== 0,
        search_text: foldText(description, user_name),
        open_search_text: number % 10 === 0 ? foldText(`Updated ${module}: A draft`, user_name) : '',
      };
    },
  },
  {
    table: 'posts',
    share: 10,
    make: (number, created_at) => {
      const [title, excerpt] = [sentence(number, 6), marked(number, sentence(number + 3, 20))];
      return {
        ...editable(created_at),
        title,
        excerpt,
        content: `<p>${sentence(number, 200)}</p>`,
        tags: ['Cloud'],
        category: pick(blogCategories, number),
        featured_image: null,
        is_published: number % 10 !== 0,
        published_at: number % 10 === 0 ? null : created_at,
        announced_at: number % 10 === 0 ? null : created_at,
        search_text: foldText(title, excerpt),
      };
    },
  },
  {
    table: 'jobs',
    share: 100,
    make: (number, created_at) => {
      const [title, location] = [marked(number, sentence(number, 3)), word(number)];
      return {
        ...editable(created_at),
        title,
        description: sentence(number, 60),
        type: pick(jobTypes, number),
        location,
        department: 'Development',
        requirements: ['Patience'],
        responsibilities: ['Build'],
        is_internship: number % 7 === 0,
        duration: null,
        is_active: number % 5 !== 0,
        application_link: '',
        search_text: foldText(title, 'Development', location),
      };
    },
  },
  {
    table: 'projects',
    share: 100,
    make: (number, created_at) => {
      const [title, client] = [marked(number, sentence(number, 4)), word(number)];
      return {
        ...editable(created_at),
        title,
        category: pick(portfolioCategories, number),
        description: sentence(number, 60),
        client,
        image: null,
        technologies: ['VLAN'],
        search_text: foldText(title, client),
      };
    },
  },
];

function editable(moment: Date): Row {
  return { version: 1, created_at: moment, updated_at: moment };
}

// A vocabulary of 4,000 words of one to four syllables. As in natural languages, a few words are used much
// more often than others.
const syllables =
  'ba re mo ti lu ser ver con net wor ing ter cal da pro sup por min sta lo ge pha ni cu'.split(' ');
const vocabulary = Array.from({ length: 4000 }, (_, index) =>
  Array.from({ length: 1 + (index % 4) }, (_, part) => pick(syllables, mix(index * 5 + part))).join(''),
);
vocabulary.splice(0, 4, 'server', 'please', 'project', 'the');

function sentence(number: number, words: number): string {
  return Array.from({ length: words }, (_, index) => word(number * 131 + index)).join(' ');
}

function word(number: number): string {
  const chance = (mix(number) % 1_000_000) / 1_000_000;
  return vocabulary[Math.floor(vocabulary.length ** chance) - 1] ?? 'server';
}

function marked(number: number, text: string): string {
  const found = Object.values(searchedWords).filter(({ every }) => number % every === 1);
  return [text, ...found.map((mark) => mark.word)].join(' ');
}

function pick<T>(values: readonly T[], number: number): T {
  return values[number % values.length] as T;
}

/** Returns a number that looks random but depends only on `number`. */
function mix(number: number): number {
  let value = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
