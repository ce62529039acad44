import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { exampleOfSchema } from '../../src/http/api/openapi-examples.ts';
import { User } from '../../src/modules/users/user.ts';
import { moduleNames } from '../../src/shared/module-facts.ts';
import { expandApiDocument } from '../support/api-document.ts';
import { handIn, mailOf } from '../support/arriving-mail.ts';
import { buildFormData } from '../support/callers.ts';
import { picture } from '../support/pictures.ts';
import { useSite } from '../support/use-site.ts';
import { pdf } from '../support/visitor-forms.ts';

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; format?: string };
type Content = Record<string, { schema: Schema }>;
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  security?: unknown[];
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
interface Listed {
  id: string;
  method: string;
  path: string;
  operation: Operation;
  /** With schemas in place of references, and closed answers. */
  whole: Operation;
}

const site = useSite();
const modules = `(${moduleNames.join('|')})`;

/** Examples name the row 1 of each part. In this order, each operation finds it as it needs it. */
const stages = [
  /^media-upload$/,
  /^(users|tokens)-create$/,
  /-create$/,
  /^visitors-/,
  /^auth-login$/,
  /^(?!auth-logout|tokens-revoke|privacy-erase$).*(?<!-(remove|removeMany|restore|restoreMany))$|^(versions|settings)-.*restore$/,
  new RegExp(`^${modules}-remove$`),
  new RegExp(`^trash-${modules}-restore$`),
  new RegExp(`^${modules}-removeMany$`),
  new RegExp(`^trash-${modules}-restoreMany$`),
  new RegExp(`^trash-${modules}-remove$`),
  /^media-remove$/,
  /^trash-media-restore$/,
  /^trash-media-restoreMany$/,
  /^trash-media-remove$/,
  /-remove$|-revoke$|-restore$/,
  /-removeMany$/,
  /^privacy-erase$/,
  /^auth-logout$/,
];

/** No example has what the server or a device makes, so these are refused. */
const refused: Record<string, number> = {
  'auth-secondFactor': 422,
  'auth-resetPassword': 422,
  'sso-login': 503,
  'users-removeFactors': 409,
  'visitors-ownForm': 404,
  // The site has no mail server.
  'inbox-reply': 409,
  'inbox-replyMany': 409,
  'inbox-changeReply': 422,
  'inbox-removeReply': 404,
  'inbox-replyFile': 404,
  // The first delivery waits for ten seconds.
  'webhooks-repeat': 409,
  // The first entry is about a picture, which has no versions.
  'activities-undo': 409,
  // The site has one language.
  'blog-translate': 422,
  'jobs-translate': 422,
  'pages-translate': 422,
  'portfolio-translate': 422,
  'team-translate': 422,
  'testimonials-translate': 422,
  'clients-translate': 422,
  'translations-exportXliff': 422,
  // A picture is no XLIFF.
  'translations-importXliff': 422,
};

let document: ApiDocument;
let listed: Listed[];
beforeAll(async () => {
  document = (await site.app.inject('/api/openapi.json')).json();
  const { paths } = expandApiDocument(document);
  listed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method,
      path,
      operation,
      whole: paths[path]![method]!,
    })),
  );
});

const find = (ref: string) => document.components.schemas[ref.split('/').at(-1)!]!;

/** What the server has made: values of paths by their name, with the first part of an operation before it, and of bodies. */
interface Made {
  inPath: Record<string, string | number>;
  inBody: Record<string, unknown>;
}

/** Sends the example as a program would, with a file for each member that is one. */
async function send({ id, method, path, operation, whole }: Listed, made: Made, bearer: string) {
  const [part] = id.split('-');
  const exampleValue = (name: string) =>
    String(made.inPath[id] ?? made.inPath[`${part}.${name}`] ?? made.inPath[name] ?? 1);
  const asked = (whole.parameters ?? []).filter((each) => each.in === 'query' && each.required);
  const query = new URLSearchParams(asked.map(({ name }) => [name, exampleValue(name)]));
  const url =
    path.replaceAll(/\{(\w+)\}/g, (_, name) => exampleValue(name)) + (asked.length > 0 ? `?${query}` : '');
  const headers: Record<string, string> = {};
  if (operation.security?.length !== 0) headers.authorization = `Bearer ${bearer}`;
  const {
    'application/json': json,
    'multipart/form-data': multipart,
    'message/rfc822': mail,
  } = operation.requestBody?.content ?? {};
  const schema = (json ?? multipart)?.schema;
  const example = schema && Object.entries(exampleOfSchema(schema, '', find) as object);
  const body = example?.map(([name, value]) => [name, made.inBody[name] ?? value] as const) ?? [];
  let payload: Buffer | string | undefined;
  if (json) {
    headers['content-type'] = 'application/json';
    payload = JSON.stringify(Object.fromEntries(body));
  } else if (mail) {
    headers['content-type'] = 'message/rfc822';
    payload = mailOf({});
  } else if (multipart) {
    // In a form, an empty text stands for null.
    const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
    const fields = body.map(([name, value]) => [name, value === null ? '' : asText(value)]);
    const { properties = {} } = whole.requestBody!.content['multipart/form-data']!.schema;
    const files = Object.keys(properties).filter((name) => properties[name]!.format === 'binary');
    const width = 300 + listed.findIndex((one) => one.id === id);
    const added = files.map(async (name) => [
      name,
      /^(cv|file_\d)$/.test(name) ? pdf() : await picture({ width }),
    ]);
    const sent = new Response(buildFormData(Object.fromEntries([...fields, ...(await Promise.all(added))])));
    headers['content-type'] = sent.headers.get('content-type')!;
    payload = Buffer.from(await sent.arrayBuffer());
  }
  return site.app.inject({
    method: method.toUpperCase() as 'GET',
    url: `/api${url}`,
    headers,
    ...(payload !== undefined && { payload }),
  });
}

/** What others do before some operations. */
async function prepare(id: string, made: Made): Promise<void> {
  const admin = site.rest('admin');
  const [, module = ''] = /^(?:trash|addresses)-(\w+)-(?:giveUp|remove|restoreMany)$/.exec(id) ?? [];
  const row = listed.find((one) => one.id === `${module}-remove`)?.path.replace('{id}', '1');
  if (id.startsWith('trash-') && row) await admin.delete(`/api${row}`);
  if (id.startsWith('addresses-') && row) {
    await admin.put(`/api${row}/publishing`, { slug: 'another' });
    made.inBody.path = (await admin.get(`/api${row}/addresses`)).body.addresses[0].path;
  }
  if (id === 'media-remove') {
    // The gallery and the copies show the picture too.
    await admin.put('/api/admin/gallery', { pictures: [] });
    for (const path of ['blog-posts', 'portfolios']) {
      for (const act of ['delete', 'trash/delete'])
        await admin.post(`/api/admin/${path}/${act}`, { ids: [2] });
    }
  }
  if (id === 'inbox-attachment') {
    const { messages } = (await admin.get('/api/admin/messages')).body;
    made.inPath[id] = messages.find(({ attachment }: { attachment: unknown }) => attachment).id;
  }
  if (id === 'inbox-mailSource' || id === 'inbox-filePicture') {
    const { messages } = (await admin.get('/api/admin/messages')).body;
    const { id: message, email, details } = messages[0];
    const subject = `[${details.reference}]`;
    const headers = ['Content-Transfer-Encoding: base64', 'Content-Disposition: attachment'];
    const text = Buffer.from(await (await picture()).arrayBuffer()).toString('base64');
    const withPicture = mailOf({ from: email, subject, headers, text }).replace('text/plain', 'image/png');
    await handIn(site, id === 'inbox-mailSource' ? mailOf({ from: email, subject }) : withPicture);
    const { events } = (await admin.get(`/api/admin/messages/${message}`)).body;
    const [file] = events.at(-1).files;
    made.inPath[id] = file ? Number(/\d+$/.exec(file.path)![0]) : events.at(-1).id;
  }
  if (id === 'settings-restore') {
    for (const name of ['One', 'Another'])
      await admin.put('/api/admin/settings/company', { value: { name } });
  }
  if (id === 'users-endSession') {
    const user = await site.database.fork().findOneOrFail(User, { email: 'ada@example.com' });
    await site.openSessionOf(user);
    const { sessions } = (await admin.get(`/api/admin/users/${user.id}/sessions`)).body;
    made.inPath.session_id = sessions[0].id;
  }
}

test('the example of each operation is sent, and answered as the document describes', async () => {
  const admin = await site.openSession('admin');
  const made: Made = {
    inPath: {
      group: 'company',
      list: 'blog_categories',
      slug: 'we-have-moved',
      place: 'On Home',
      'settings-uploadPicture': 'brand',
      'privacy.email': 'ada@example.com',
    },
    inBody: {},
  };
  const schemas = new Map<string, z.ZodType>();
  const left = new Set(listed);
  const problems: string[] = [];
  let ada = '';
  for (const stage of stages) {
    for (const one of [...left].filter(({ id }) => stage.test(id))) {
      left.delete(one);
      const { id, operation, whole } = one;
      await prepare(id, made);
      const {
        statusCode: status,
        body: text,
        ...answer
      } = await send(one, made, id === 'auth-stepUp' ? ada : admin);
      delete made.inBody.path;
      const isAsDescribed = refused[id] ? status === refused[id] : status < 300 && status in whole.responses;
      if (!isAsDescribed) problems.push(`${id}: ${status} ${text}`);
      const described = whole.responses[status]?.content?.['application/json']?.schema;
      if (!described) continue;
      const body = answer.json();
      const name = JSON.stringify(operation.responses[status] ?? status);
      const schema = schemas.get(name) ?? z.fromJSONSchema(described as never);
      schemas.set(name, schema);
      const { error } = schema.safeParse(body);
      if (error) problems.push(`${id}: ${error.message}`);
      if (id === 'media-upload') made.inBody.featured_image = made.inBody.image = body.item.path;
      if (id === 'users-create') made.inPath['users.id'] = body.id;
      if (id === 'auth-login') ada = body.token;
    }
  }
  expect(problems).toEqual([]);
  expect([...left].map(({ id }) => id)).toEqual([]);
});
