import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { User } from '../../../src/modules/users/user.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { expandApiDocument } from '../../support/api-document.ts';
import {
  type GeneratedClient,
  createGeneratedClient,
  type ApiPaths,
} from '../../support/generated-client.ts';
import { picture } from '../../support/pictures.ts';
import { offeredBy, sampledModules } from '../../support/samples.ts';
import { type TestApp, testApp } from '../../support/test-app.ts';
import { pdf } from '../../support/visitor-forms.ts';

// `npm test` sends the example of each operation (openapi-examples.test.ts). Here a program uses the site, row by row.
let site: TestApp;
let paths: ApiPaths;
let client: GeneratedClient;
const called = new Set<string>();

beforeAll(async () => {
  site = await testApp();
  const region = { value: { further_languages: ['de'] } };
  expect((await site.rest('admin').put('/api/admin/settings/region', region)).status).toBe(200);
  const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
  ({ paths } = expandApiDocument(await (await fetch(`${origin}/api/openapi.json`)).json()));
  client = createGeneratedClient(paths, {
    url: origin,
    token: await site.openSession('admin'),
    fetch: async (request) => {
      const answer = await fetch(request);
      await expectAsDescribed(
        new URL(request.url).pathname.replace(/^\/api/, ''),
        request.method,
        answer.clone(),
      );
      return answer;
    },
  });
});
afterAll(() => site.close());

/** Checks that the document names the status of a response and describes its body. */
async function expectAsDescribed(path: string, method: string, answer: Response): Promise<void> {
  const pattern = Object.keys(paths)
    .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
    .find((known) => new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
  const operation = paths[pattern ?? '']?.[method.toLowerCase()];
  const row = `${method} ${pattern ?? path}`;
  const described = operation?.responses[answer.status];
  expect(described, `${row} answers ${answer.status}`).toBeDefined();
  called.add(row);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  expect(Object.keys(described?.content ?? {}), row).toContain(type);
  if (type !== 'application/json') return;
  const { schema } = described!.content![type]!;
  const body = await answer.json();
  const parsed = z.fromJSONSchema(schema).safeParse(body);
  expect(parsed.error?.message, `${row} ${answer.status} ${JSON.stringify(body)}`).toBeUndefined();
}

/** Restores a deleted row from the trash, deletes it again, and then deletes it for good. */
async function throughTrash(module: string, id: number): Promise<void> {
  const admin = client.admin ?? {};
  const inTrash = `trash${module[0]?.toUpperCase()}${module.slice(1)}`;
  await admin[`${inTrash}List`]!();
  await admin[`${inTrash}Restore`]!(id);
  if (module !== 'media') {
    await throughVersions(module, id);
    await moveAndCopy(module as ModuleName, id);
  }
  await admin[`${module}Remove`]!(id);
  await admin[`${inTrash}Remove`]!(id);
}

/** Reads the row and changes a field. Undoes that. Lists, reads, names and restores a version, and makes and ends links to a draft. */
async function throughVersions(module: string, id: number): Promise<void> {
  const admin = client.admin ?? {};
  const versions = `versions${module[0]?.toUpperCase()}${module.slice(1)}`;
  const { title, log } = sampledModules.find(({ name }) => name === module)!;
  await admin[`${module}One`]!(id);
  await admin[`${module}Patch`]!(id, { [title]: 'Another' });
  const { activities } = (await admin.activitiesList!({ module: log, per_page: 1 })).data;
  await admin.activitiesUndo!(activities[0].id);
  const { number } = (await admin[`${versions}List`]!(id)).data.versions.at(-1);
  await admin[`${versions}One`]!(id, number);
  await admin[`${versions}Name`]!(id, number, { name: 'The first' });
  await admin[`${versions}Restore`]!(id, number, {});
  if (factsOf(module as ModuleName).folder) await throughAddresses(module as ModuleName, id);
  await throughTranslations(module as ModuleName, id);
  const previews = versions.replace('versions', 'previews');
  if (!admin[`${previews}Share`]) return;
  await admin[`${previews}Share`]!(id, { days: 3 });
  await admin[`${previews}End`]!(id);
}

/** Makes a translation where the module has them. The site of this test is in two languages. */
async function throughTranslations(module: ModuleName, id: number): Promise<void> {
  const admin = client.admin ?? {};
  if (!admin[`${module}Translate`]) return;
  const translation = (await admin[`${module}Translate`]!(id, { lang: 'de' })).data;
  await admin[`${module}Translations`]!(id);
  await admin[`${module}Remove`]!(translation.id);
  await admin[`trash${module[0]?.toUpperCase()}${module.slice(1)}Remove`]!(translation.id);
}

/** Gives up a past address. */
async function throughAddresses(module: ModuleName, id: number): Promise<void> {
  const admin = client.admin ?? {};
  const addresses = `addresses${module[0]?.toUpperCase()}${module.slice(1)}`;
  for (const slug of [`old-${module}`, `new-${module}`]) await admin[`${module}Publishing`]!(id, { slug });
  const [{ path }] = (await admin[`${addresses}List`]!(id)).data.addresses;
  await admin[`${addresses}GiveUp`]!(id, { path });
}

/** Moves and copies a row, where the module offers that. */
async function moveAndCopy(module: ModuleName, id: number): Promise<void> {
  const admin = client.admin ?? {};
  const { position, schedule } = factsOf(module);
  if (position) await admin[`${module}Move`]!(id, { after: null });
  if (!schedule) return;
  const copy = (await admin[`${module}Duplicate`]!(id)).data;
  await admin[`${module}Remove`]!(copy.id);
}

/** Does to several rows what can be done with one: shows or hides, deletes, restores, and deletes them for good. */
async function inBulk(module: ModuleName, ids: number[]): Promise<void> {
  const admin = client.admin ?? {};
  const inTrash = `trash${module[0]?.toUpperCase()}${module.slice(1)}`;
  const { publicBy } = factsOf(module);
  const { groups, columns } = sampledModules.find(({ name }) => name === module)!;
  if (publicBy) await admin[`${module}Publish`]!({ ids, [publicBy]: false });
  const group = { [groups]: offeredBy(columns[groups]!)![1] };
  const { results }: { results: { id: number; version?: number }[] } = (
    await admin[`${module}Regroup`]!({ ids, ...group })
  ).data;
  await admin[`${module}UndoMany`]!({ rows: results.map(({ id, version = 1 }) => ({ id, version })) });
  await admin[`${module}RemoveMany`]!({ ids });
  await admin[`${inTrash}RestoreMany`]!({ ids });
  await admin[`${module}RemoveMany`]!({ ids });
  await admin[`${inTrash}RemoveMany`]!({ ids });
}

/** Returns the status of a refused call. */
async function refusal(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 0,
    ({ status }: { status: number }) => status,
  );
}

test('the check by the document’s schemas refuses what they do not describe', () => {
  const { schema } = paths['/admin/user']!.get!.responses[200]!.content!['application/json']!;
  const user = { id: 1, name: 'Ada', email: 'ada@example.com', role: 'admin' };
  expect(z.fromJSONSchema(schema).safeParse({ user }).success).toBe(true);
  for (const wrong of [
    {},
    { user: { ...user, id: '1' } },
    { user: { ...user, role: 'king' } },
    { user, more: 1 },
  ]) {
    expect(z.fromJSONSchema(schema).safeParse(wrong).success).toBe(false);
  }
});

/** The modules that have no rows of their own beside the usual ones. */
const others = sampledModules.filter(({ name }) => !['blog', 'team', 'jobs', 'portfolio'].includes(name));

test('a client made from the document calls every row, and each answer is as the document says', async () => {
  const { admin, blogPosts, jobs, portfolios, team, contact, quotations, internships, gallery } =
    client as Required<GeneratedClient>;
  const image = await picture({ width: 300, height: 300, format: 'jpeg' });
  const people = { name: 'Ada', email: 'ada@example.com', message: 'Hello there.' };

  const user = { name: 'Hedy', email: 'hedy@example.com', role: 'hr', password: 'frequency hopping' };
  const hired = (await admin!.usersCreate!(user)).data;
  const { data: signedIn } = await admin!.authLogin!({ email: user.email, password: user.password });
  expect(signedIn.user.name).toBe('Hedy');
  expect(await refusal(admin!.authLogin!({ email: user.email, password: 'wrong' }))).toBe(422);
  expect(await refusal(admin!.authSecondFactor!({ challenge: 'none', one_time_code: '123456' }))).toBe(422);
  expect(await refusal(admin!.ssoLogin!({ access_token: 'none' }))).toBe(503);
  expect((await admin!.authUser!()).data.user.role).toBe('admin');
  expect(await refusal(admin!.authStepUp!({ password: 'not this one' }))).toBe(409);
  await admin!.authForgotPassword!({ email: 'nobody@example.com' });
  const reset = { token: 'none', password: 'another long one' };
  expect(await refusal(admin!.authResetPassword!(reset))).toBe(422);
  await admin!.usersUpdate!(hired.id, { name: 'Hedy L.', email: user.email, role: 'hr' });
  await admin!.usersPatch!(hired.id, { name: 'Hedy' });
  expect((await admin!.usersOne!(hired.id)).data.user.name).toBe('Hedy');
  await admin!.usersList!({ search: 'hedy', page: 1 });
  expect(await refusal(admin!.usersRemoveFactors!(hired.id))).toBe(409);
  await site.openSessionOf(await site.database.fork().findOneOrFail(User, hired.id));
  const [session] = (await admin!.usersSessions!(hired.id)).data.sessions;
  await admin!.usersEndSession!(hired.id, session.id);
  await admin!.usersEndSessions!(hired.id);
  await admin!.usersDeactivate!(hired.id);
  await admin!.usersReactivate!(hired.id);
  await admin!.usersRemove!(hired.id);

  const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: true };
  const { data: written } = await admin!.blogCreate!({ ...post, tags: ['a', 'b'], featured_image: image });
  expect(written.post.tags).toEqual(['a', 'b']);
  await admin!.blogUpdate!(written.id, post);
  await admin!.blogUpdateByPost!(written.id, { ...post, _method: 'PUT', title: 'Again' });
  await admin!.blogList!({ category: 'Technology' });
  await blogPosts!.blogPublished!({ page: 1, per_page: 5 });
  expect((await blogPosts!.blogPublishedOne!(written.id)).data.post.title).toBe('Again');
  expect(await refusal(blogPosts!.blogPublishedOne!(999))).toBe(404);
  expect(await refusal(blogPosts!.blogPublishedBySlug!('none'))).toBe(404);
  const soon = { published_at: '2099-01-01T09:00:00Z' };
  expect((await admin!.blogPublishing!(written.id, soon)).data.post.state).toBe('scheduled');
  await admin!.blogRemove!(written.id);
  await throughTrash('blog', written.id);
  await inBulk('blog', [written.id]);

  const member = {
    name: 'Ada',
    role: 'Senior Developer',
    section: 'development',
    description: 'Writes.',
    expertise: ['Engines'],
  };
  const { data: joined } = await admin!.teamCreate!({ ...member, image });
  await admin!.teamUpdate!(joined.id, member);
  await admin!.teamUpdateByPost!(joined.id, { ...member, _method: 'PUT' });
  await admin!.teamRemovePhoto!(joined.id);
  expect(await refusal(admin!.teamRemovePhoto!(joined.id))).toBe(409);
  await admin!.teamList!();
  await team!.teamPublished!();
  await admin!.teamRemove!(joined.id);
  await throughTrash('team', joined.id);
  await inBulk('team', [joined.id]);

  const job = {
    title: 'Engineer',
    type: 'Full-time',
    location: 'London',
    department: 'Development',
    description: 'Builds.',
    requirements: ['Patience'],
    responsibilities: ['Build'],
    is_active: true,
  };
  const { data: posted } = await admin!.jobsCreate!(job);
  await admin!.jobsUpdate!(posted.id, job);
  await admin!.jobsList!();
  await jobs!.jobsOpen!({ type: 'Full-time' });
  await jobs!.jobsOpenOne!(posted.id);
  await jobs!.visitorsApplication!(posted.id, { ...people, cv: pdf() });
  expect(await refusal(client.jobs!.jobsOpenBySlug!('none'))).toBe(404);
  await admin!.jobsPublishing!(posted.id, { closes_at: '2099-12-31' });
  await admin!.jobsRemove!(posted.id);
  await throughTrash('jobs', posted.id);
  await inBulk('jobs', [posted.id]);

  const project = {
    title: 'N',
    category: 'IT Support',
    description: 'D',
    client: 'S',
    technologies: ['VLAN'],
  };
  const { data: presented } = await admin!.portfolioCreate!({ ...project, image });
  await admin!.portfolioUpdate!(presented.id, project);
  await admin!.portfolioUpdateByPost!(presented.id, { ...project, _method: 'PUT' });
  await admin!.portfolioList!();
  await portfolios!.portfolioPublished!({ category: 'IT Support' });
  expect((await portfolios!.portfolioPublishedOne!(presented.id)).data.next).toBeNull();
  expect(await refusal(portfolios!.portfolioPublishedBySlug!('none'))).toBe(404);
  expect(
    (await client.testimonials!.testimonialsPublished!({ project_id: presented.id })).data.testimonials,
  ).toEqual([]);
  expect((await client.clients!.clientsPublished!()).data.clients).toEqual([]);
  await admin!.portfolioPublishing!(presented.id, { unpublish_at: null });
  await admin!.portfolioRemove!(presented.id);
  await throughTrash('portfolio', presented.id);
  await inBulk('portfolio', [presented.id]);

  const { pages } = client as Required<GeneratedClient>;
  const { data: page } = await admin!.pagesCreate!({ title: 'Prices', place: 'Page', is_published: true });
  await pages!.pagesPublished!({ page: 1, per_page: 5 });
  expect((await pages!.pagesPublishedOne!(page.id)).data.page.title).toBe('Prices');
  expect(await refusal(pages!.pagesPublishedBySlug!({ slug: 'none' }))).toBe(404);
  expect((await pages!.pagesPlaced!({ place: 'On Home' })).data.pages).toEqual([]);
  expect((await admin!.pagesSetMenu!(page.id, { place: 'footer' })).data.place).toBe('footer');
  expect((await admin!.pagesMenu!(page.id)).data.below).toBeNull();
  expect(await refusal(pages!.visitorsOwnForm!(page.id, people))).toBe(404);
  await admin!.pagesRemove!(page.id);

  for (const { name, picture: key, sample } of others) {
    const { data } = await admin![`${name}Create`]!({ ...sample(), ...(key && { [key]: image }) });
    await admin![`${name}Update`]!(data.id, sample());
    if (key) await admin![`${name}UpdateByPost`]!(data.id, { ...sample(), _method: 'PUT' });
    await admin![`${name}List`]!();
    await admin![`${name}Remove`]!(data.id);
    await throughTrash(name, data.id);
    await inBulk(name, [data.id]);
  }

  const { data: added } = await admin!.mediaUpload!({ file: image, alt: 'A wall' });
  await admin!.mediaList!({ is_used: false, search: 'picture', page: 1 });
  await admin!.mediaOne!(added.id);
  await admin!.mediaChange!(added.id, { alt: null, tags: ['wall'], focal_x: 2 });
  await admin!.galleryUpdate!({
    pictures: [{ media_id: added.id, alt: 'A wall', caption: 'C', year: 2020 }],
  });
  await admin!.galleryOne!();
  await gallery!.galleryPublished!();
  await admin!.galleryUpdate!({ pictures: [] });
  await admin!.mediaReplace!(added.id, { file: await picture({ width: 310 }) });
  await admin!.mediaRemove!(added.id);
  await throughTrash('media', added.id);
  await admin!.trashMediaRestoreMany!({ ids: [added.id] });
  await admin!.trashMediaRemoveMany!({ ids: [added.id] });

  await contact!.visitorsContact!({ ...people, subject: 'A question' });
  const { message: details, ...person } = people;
  const quotation = { ...person, service: 'IT Support', details };
  await quotations!.visitorsQuotation!(quotation);
  await internships!.visitorsInternship!({ ...people, field: 'Web Development' });
  const { data: inbox } = await admin!.inboxList!();
  const { data: unread } = await admin!.inboxUnread!();
  expect(unread.messages.length).toBe(4);
  const withFile = inbox.messages.find(({ attachment }: { attachment: unknown }) => attachment);
  const file = await admin!.inboxAttachment!(withFile.id);
  expect(await file.text()).toContain('%PDF');
  const messages = await admin!.inboxCsv!({ is_read: 'false' });
  expect(await messages.text()).toContain('ada@example.com');
  expect((await admin!.inboxOne!(withFile.id)).data.message.is_read).toBe(false);
  await admin!.inboxMarkRead!(withFile.id);
  expect((await admin!.inboxAssignees!()).data.assignees.length).toBeGreaterThan(0);
  await admin!.inboxAssign!({ ids: [withFile.id], user_id: null });
  await admin!.inboxSetState!({ ids: [withFile.id], state: 'answered' });
  await admin!.inboxSetStage!({ ids: [withFile.id], stage: 'talks' });
  await admin!.inboxRemind!({ ids: [withFile.id], on: 'monday' });
  await admin!.inboxNote!(withFile.id, { text: 'Called back.' });
  // The site has no mail server.
  expect(await refusal(admin!.inboxReply!(withFile.id, { text: 'Gladly.' }))).toBe(409);
  expect(await refusal(admin!.inboxReplyMany!({ ids: [withFile.id], text: 'Gladly.' }))).toBe(409);
  expect(await refusal(admin!.inboxMailSource!(1))).toBe(404);
  // The client sends JSON.
  expect(await refusal(admin!.mailboxReceive!({}))).toBe(415);
  expect(await refusal(admin!.inboxChangeReply!(1, 'retry'))).toBe(404);
  for (const act of ['RemoveReply', 'ReplyFile', 'FilePicture'])
    expect(await refusal(admin![`inbox${act}`]!(1))).toBe(404);
  await admin!.exportSite!();
  await admin!.inboxRemove!(withFile.id);
  const ids = inbox.messages.map(({ id }: { id: number }) => id);
  await admin!.inboxMarkManyRead!({ ids });
  await admin!.inboxMarkUnread!(ids[0]);
  await admin!.inboxMarkManyUnread!({ ids });
  await admin!.inboxSpam!({ ids });
  await admin!.inboxMarkManyNotSpam!({ ids });
  const { data: trashed } = await admin!.inboxTrash!({ ids });
  const changed = trashed.results.filter(({ outcome }: { outcome: string }) => outcome === 'changed');
  await admin!.inboxUndo!({
    rows: changed.map(({ id, version }: { id: number; version: number }) => ({ id, version })),
  });
  await admin!.inboxRestore!({ ids });
  const { data: block } = await admin!.inboxBlockSender!({ sender: 'example.com' });
  expect((await admin!.inboxBlockedSenders!()).data.blocked_senders).toEqual([block.blocked_sender]);
  await admin!.inboxUnblockSender!(block.blocked_sender.id);
  await admin!.inboxRemoveMany!({ ids });
  const email = 'ada@example.com';
  expect((await admin!.privacyFind!({ email })).data).toMatchObject({ email, account: null });
  expect(await (await admin!.privacyArchive!({ email })).text()).toContain('person.json');
  const { data: erased } = await admin!.privacyErase!({ email, reference: 'Letter 7' });
  expect((await admin!.privacyErasures!()).data.erasures).toEqual([erased.erasure]);

  await admin!.activitiesRecord!({
    type: 'create',
    module: 'blog',
    description: 'Wrote',
    metadata: { id: 7 },
  });
  await admin!.activitiesList!({ module: 'blog' });
  const log = await admin!.activitiesCsv!({ module: 'blog' });
  expect(await log.text()).toContain('Wrote');
  await admin!.dashboardStats!();
  await admin!.securityList!();
  await client.visits!.visitsRecord!({ path: '/about', is_visit: true });
  await admin!.visitsSums!();
  expect(await (await admin!.visitsCsv!()).text()).toContain('Name,Title,Views');
  await admin!.translationsTable!({ state: 'missing' });
  const xliff = await (await admin!.translationsExportXliff!({ lang: 'de' })).text();
  expect(xliff).toContain('<xliff version="1.2"');
  await admin!.translationsImportXliff!({ file: new File([xliff], 'de.xlf') });
  await client.test!.siteTest!();
  const { data: made } = await admin!.tokensCreate!({ name: 'Folder', scopes: ['blog:write'] });
  expect((await admin!.tokensList!()).data.tokens).toMatchObject([{ id: made.token.id, name: 'Folder' }]);
  await admin!.tokensRevoke!(made.token.id);

  const hook = { name: 'Build', url: 'https://hooks.example.com/', events: ['site.changed'] };
  const { data: webhook } = await admin!.webhooksCreate!(hook);
  expect((await admin!.webhooksList!()).data.webhooks).toMatchObject([hook]);
  await admin!.webhooksPatch!(webhook.webhook.id, { is_active: false });
  expect((await admin!.webhooksSecret!(webhook.webhook.id)).data.secret).toBe(webhook.secret);
  await admin!.webhooksReplaceSecret!(webhook.webhook.id);
  await admin!.webhooksTest!(webhook.webhook.id);
  const { data: sent } = await admin!.webhooksDeliveries!(webhook.webhook.id);
  expect(await refusal(admin!.webhooksRepeat!(sent.deliveries[0].id))).toBe(409);
  await admin!.webhooksRemove!(webhook.webhook.id);

  const redirect = { path: '/old-page', target: '/services' };
  await admin!.addressesRedirectsAdd!(redirect);
  expect((await admin!.addressesRedirectsList!()).data.redirects).toMatchObject([redirect]);
  const csv = await admin!.addressesRedirectsCsv!();
  expect(await csv.text()).toContain('/old-page,/services');
  await admin!.addressesRedirectsRemove!({ path: '/old-page' });

  await client.site!.siteSettings!();
  await admin!.settingsList!();
  const { data: company } = await admin!.settingsOne!('company');
  const change = { value: { ...company.value, name: 'Ada & Co' }, version: company.version };
  expect((await admin!.settingsUpdate!('company', change)).data.version).toBe(1);
  const unsaved = { value: { ...company.value, name: 'Eve & Co' }, path: '/' };
  expect((await admin!.settingsPreview!('company', unsaved)).status).toBe(200);
  const logo = { field: 'logo', picture: await picture({ width: 300, height: 60 }) };
  expect((await admin!.settingsUploadPicture!('brand', logo)).data.width).toBe(300);
  const { data: earlier } = await admin!.settingsVersions!('company');
  await admin!.settingsRestore!('company', { version: earlier.versions[0].version });
  const draft = { value: company.value, path: '/about' };
  expect((await admin!.settingsPreview!('company', draft)).data.status).toBe(200);
  expect((await admin!.settingsUsage!('team_roles')).data.entries).toHaveLength(20);
  expect(await refusal(admin!.settingsOne!('nothing'))).toBe(404);

  expect((await admin!.sampleContentState!()).data.untouched).toBe(0);
  expect((await admin!.sampleContentRemove!()).data).toEqual({ removed: 0, kept: 0 });
  expect((await admin!.sampleContentRestore!()).data).toEqual({ restored: 0 });
  await admin!.authLogout!();
  expect(await refusal(admin!.authUser!())).toBe(401);

  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect([...called].sort()).toEqual(rows.sort());
});
