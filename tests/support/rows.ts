import type { JobType } from '../../src/shared/enumerations.ts';
import type { Role } from '../../src/shared/roles.ts';
import { shownChoices } from '../../src/shared/settings/choices.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { findGroup, type GroupName, settingGroups } from '../../src/shared/settings/groups.ts';
import { toSiteSettings } from '../../src/shared/settings/site-settings.ts';
import type { InputOf, OutputOf } from './procedures.ts';

// Rows and pages as the server returns them. Their types come from the router. A changed view therefore
// causes a type error at every place here that must change.

export type Post = OutputOf<'blog.one'>['post'];
export type PublishedPost = OutputOf<'blog.publishedOne'>['post'];
export type Job = OutputOf<'jobs.one'>['job'];
export type Member = OutputOf<'team.one'>['member'];
export type Project = OutputOf<'portfolio.one'>['portfolio'];
export type Testimonial = OutputOf<'testimonials.one'>['testimonial'];
export type Message = OutputOf<'inbox.list'>['messages'][number];
export type MessageEvent = OutputOf<'inbox.one'>['events'][number];
export type Activity = OutputOf<'activities.list'>['activities'][number];
export type SecurityEvent = OutputOf<'security.list'>['events'][number];
export type Account = OutputOf<'users.one'>['user'];
/** A signed-in user, as the server returns the user. */
export type Person = OutputOf<'auth.user'>['user'];

const moment = '2025-11-12T14:05:00.000Z';
const stored = { version: 3, created_at: moment, updated_at: moment };
const addressed = {
  slug: null,
  seo_title: null,
  seo_description: null,
  share_picture: null,
  is_hidden_from_search: false,
  canonical_url: '',
  lang: null,
};

export function postRow(words: Partial<Post> = {}): Post {
  return {
    ...stored,
    ...addressed,
    id: 7,
    title: 'A hall of light',
    excerpt: 'How it was built.',
    content: '<p>Words</p>',
    category: 'Technology',
    is_published: true,
    tags: [],
    featured_image: null,
    picture: null,
    published_at: null,
    unpublish_at: null,
    author: null,
    state: words.is_published === false ? 'draft' : 'published',
    path: `/blog/${words.id ?? 7}`,
    ...words,
  };
}

export function publishedPost(words: Partial<PublishedPost> = {}): PublishedPost {
  const { unpublish_at, state, position, ...shown } = postRow();
  return { ...shown, shared_picture: null, ...words };
}

/** Returns the initial content of the form in which staff answer a message. */
export function replyDraft(words: Partial<OutputOf<'inbox.draftReply'>> = {}): OutputOf<'inbox.draftReply'> {
  return {
    from: 'Ada, Atrium <office@example.com>',
    answers_to: null,
    subject: 'Re: A question',
    is_subject_fixed: false,
    signature: 'Ada\nAtrium',
    may_add_pictures: false,
    templates: [],
    ...words,
  };
}

/** Returns an event in the timeline of a message. By default, the event is a note. */
export function eventRow(words: Partial<MessageEvent> = {}): MessageEvent {
  return {
    id: 9,
    created_at: moment,
    type: 'note',
    user_name: 'Ada',
    text: null,
    before: null,
    after: null,
    by: null,
    mail: null,
    files: [],
    ...words,
  };
}

export function jobRow(words: Partial<Job> = {}): Job {
  return {
    ...stored,
    ...addressed,
    id: 3,
    title: 'Field Technician',
    description: 'Pull cables.',
    type: 'Full-time',
    location: 'London',
    department: 'Infrastructure',
    requirements: ['Boots'],
    responsibilities: ['Cables'],
    is_internship: false,
    duration: null,
    is_active: true,
    application_link: '',
    closes_at: null,
    salary_min: null,
    salary_max: null,
    salary_currency: null,
    salary_period: null,
    location_type: null,
    team: null,
    recruiter: null,
    what_next: null,
    state: words.is_active === false ? 'draft' : 'published',
    path: `/career/${words.id ?? 3}`,
    ...words,
  };
}

export function memberRow(words: Partial<Member> = {}): Member {
  return {
    ...stored,
    id: 12,
    lang: null,
    name: 'Ada Byron',
    role: 'HR Manager',
    section: 'human-resource',
    description: 'Counts.',
    expertise: ['Looms'],
    image: null,
    picture: null,
    photograph: null,
    linkedin: null,
    email: null,
    ask_about: null,
    ...words,
  };
}

export function projectRow(words: Partial<Project> = {}): Project {
  return {
    ...stored,
    ...addressed,
    id: 9,
    title: 'Two lines and a mast',
    category: 'Network Infrastructure',
    client: 'A dairy',
    description: 'A second way out.',
    technologies: ['SD-WAN'],
    image: null,
    picture: null,
    published_at: null,
    unpublish_at: null,
    client_description: null,
    sector: null,
    year: null,
    duration: null,
    services: [],
    problem: '',
    approach: '',
    outcome: '',
    figures: [],
    gallery: [],
    quote: null,
    quote_person: null,
    quote_role: null,
    is_featured: false,
    result_line: null,
    state: 'published',
    path: `/portfolio/${words.id ?? 9}`,
    ...words,
  };
}

export function testimonialRow(words: Partial<Testimonial> = {}): Testimonial {
  return {
    ...stored,
    id: 1,
    lang: null,
    quote: 'It works.',
    person: 'Ida Holm',
    role: 'Director',
    company: 'Holm & Co',
    service: 'Cloud Solutions',
    is_published: true,
    portrait: null,
    picture: null,
    project_id: null,
    ...words,
  };
}

export function messageRow(words: Partial<Message> = {}): Message {
  return {
    id: 5,
    kind: 'contact',
    subject: 'A question',
    message: 'How much is it?',
    name: 'Helena',
    email: 'helena@example.com',
    phone: null,
    is_read: false,
    created_at: moment,
    details: {},
    attachment: null,
    state: 'open',
    assignee: null,
    about_id: null,
    last_incoming_at: words.created_at ?? moment,
    remind_at: null,
    stage: null,
    folder: 'inbox',
    ...words,
  };
}

export function activityRow(words: Partial<Activity> = {}): Activity {
  return {
    id: 9,
    type: 'update',
    module: 'blog',
    description: 'Updated blog post "Light"',
    user_id: 2,
    user_name: 'Grace',
    user_email: null,
    created_at: moment,
    metadata: {},
    verified: true,
    ...words,
  };
}

export function securityEvent(words: Partial<SecurityEvent> = {}): SecurityEvent {
  return {
    id: 1,
    type: 'sign_in',
    user_name: 'Ida Holm',
    email: 'ida@example.com',
    address: '203.0.113.7',
    details: {},
    created_at: moment,
    ...words,
  };
}

export function accountRow(words: Partial<Account> = {}): Account {
  return { ...stored, id: 1, name: 'Ada', email: 'ada@example.com', role: 'admin', ...words };
}

export function personOf(role: Role): Person {
  return { id: 1, name: 'Ada', email: 'ada@example.com', role };
}

/** Returns the answer to a sign-in. */
export function signedIn(user: Person, token = 'new'): OutputOf<'auth.login'> {
  return { token, user, expires_at: '2025-11-19T14:05:00.000Z' };
}

/** Returns a page of the list of posts. `total` counts the posts of all pages. */
export function postsPage(posts: Post[] = [], total = posts.length, page = 1): OutputOf<'blog.list'> {
  return { posts, meta: { total, page, per_page: 12 }, stats: { total, by: { Technology: total } } };
}

export function jobsPage(jobs: Job[] = [], total = jobs.length, page = 1): OutputOf<'jobs.list'> {
  const none: Record<JobType, number> = { 'Full-time': 0, 'Part-time': 0, Contract: 0, Internship: 0 };
  return {
    jobs,
    meta: { total, page, per_page: 12 },
    stats: { total, by: { ...none, 'Full-time': total } },
  };
}

/** Returns the answer to a call that has changed all the given rows. */
export function allChangedAnswer(ids: number[]): OutputOf<'trash.jobs.restoreMany'> {
  return { results: ids.map((id) => ({ id, outcome: 'changed' })) };
}

/** Returns what the panel knows of the settings. `change` replaces some of the default values. */
export function siteSettings(change: Partial<typeof settingDefaults> = {}): OutputOf<'site.settings'> {
  const { brand, company, region, choices, lists } = toSiteSettings({ ...settingDefaults, ...change });
  const services = lists.services.map(({ key, title }) => ({ key, title }));
  return { brand, company, region, choices: shownChoices(choices), services };
}

/**
 * Returns a group of the settings. `change` replaces some of its default values. Version 0 means that the
 * group was never saved.
 */
export function settingGroup<G extends GroupName>(
  group: G,
  change: Partial<(typeof settingDefaults)[G]> = {},
  version = 3,
): OutputOf<'settings.one'> {
  return {
    group,
    label: settingGroups[group].label,
    version,
    value: { ...settingDefaults[group], ...change },
    updated_at: version > 0 ? moment : null,
    defaults: settingDefaults[group],
    language: 'en',
    trade: '',
  };
}

/** Returns the answer to a save of a group of the settings. Only the sent values have changed. */
export function savedGroup({
  group,
  value,
  version = 0,
}: InputOf<'settings.update'>): OutputOf<'settings.update'> {
  return { ...settingGroup(findGroup(group)!.name), value, version: Number(version) + 1, merged: [] };
}
