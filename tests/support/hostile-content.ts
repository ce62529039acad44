import { buildFormData } from './callers.ts';
import { signInToApis, type RunningServer } from './running-server.ts';

/** A word of forty letters, which is not unusual for a German compound. */
const longWord = 'Donaudampfschifffahrtselektrizitätenwerk';

const titles = {
  compound: 'Wirtschaftsinformatiker:in',
  captain: 'Der Donaudampfschifffahrtsgesellschaftskapitän und seine Mannschaft',
  alone: longWord,
  rightToLeft: 'ברוכים הבאים לאתר שלנו, חברה לעבודות מתכת',
};

/**
 * Sets the language of a site to German, gives the company a long name, and adds rows without pictures. The
 * titles of the rows have long words or right-to-left text.
 */
export async function addHostileContent(server: RunningServer): Promise<void> {
  const { api, trpc, headers } = await signInToApis(server);
  const save = async (group: string, value: object) => {
    const { errors } = await api('PUT', `/api/admin/settings/${group}`, { value });
    if (errors) throw new Error(`${group}: ${JSON.stringify(errors)}`);
  };
  await save('company', {
    name: 'Gesellschaft für angewandte Wirtschaftsinformatik und Beratung',
    legal_name: `${longWord} GmbH`,
    tagline: `Ihr ${longWord}`,
    summary: `${longWord} und mehr.`,
  });
  await save('lists', {
    services: [titles.captain, titles.compound].map((title) => ({ title, summary: title, points: [title] })),
    highlights: [titles.alone, titles.compound].map((title) => ({ title, text: title })),
  });
  for (const title of Object.values(titles)) {
    await trpc.blog.create.mutate({
      title,
      excerpt: title,
      category: 'Technology',
      is_published: true,
      tags: [longWord],
      content: `<h2>${title}</h2><p>${title}</p><h3>${titles.compound}</h3><p>${title}</p>`,
    });
    await trpc.jobs.create.mutate({
      title,
      description: title,
      type: 'Full-time',
      location: longWord,
      department: titles.compound,
      requirements: [title],
      responsibilities: [title],
      is_internship: false,
      is_active: true,
    });
    await trpc.team.create.mutate({
      name: title,
      role: 'Senior Developer',
      section: 'development',
      description: title,
      expertise: [titles.compound],
    });
    const project = { title, category: 'IT Support', description: title, client: longWord, is_featured: '1' };
    // This operation accepts pictures, so its input must be a form.
    const body = buildFormData({ ...project, technologies: JSON.stringify([longWord]) });
    const answer = await fetch(`${server.url}/api/admin/portfolios`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
  // Last: the categories, sections and types of the rows above are those of an English site.
  await save('region', { language: 'de' });
}
