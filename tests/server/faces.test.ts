import { describe, expect, test } from 'vitest';
import { type AccessEntry, listProcedureAccess } from '../../src/commands/access-matrix.ts';
import { callProcedure, type ApiKind, apiKinds } from '../support/api-calls.ts';
import { picture as makePicture } from '../support/pictures.ts';
import { type Sample, sampledModules } from '../support/samples.ts';
import type { Caller } from '../support/test-app.ts';
import { requiredFields } from '../support/visitor-forms.ts';
import { useSite } from '../support/use-site.ts';
import { chooseByForm } from '../support/test-form.ts';

/** A file for REST is a text in JSON for tRPC, and a raw mail no JSON. The others end a session. */
const others = [
  'activities.csv',
  'inbox.csv',
  'addresses.redirects.csv',
  'visits.csv',
  'export.site',
  'mailbox.receive',
  'auth.logout',
  'users.endSession',
];
const operations = listProcedureAccess().filter(({ name, rest }) => rest && !others.includes(name));
const inPath = {
  number: 1,
  slug: 'nowhere',
  session_id: 1,
  group: 'company',
  list: 'blog_categories',
  act: 'retry',
};

/**
 * The fields of forms whose REST address names the row: a row that is not there is refused before the form is read. A call
 * through tRPC names it in the form, so its fields are checked first.
 */
const formFields: Record<string, Sample> = {
  'visitors.application': requiredFields.application,
  'visitors.ownForm': { name: 'Ada Byron', email: 'ada@example.com' },
};

describe('REST and tRPC', () => {
  // The site has a row of each module.
  const site = useSite({
    fill: async (filled) => {
      for (const { name, sample, picture } of sampledModules) {
        const sent = { ...sample(), ...(picture && { [picture]: await makePicture() }) };
        expect((await callProcedure(filled, 'rest', 'admin', `${name}.create`, sent)).status).toBe(201);
      }
    },
  });

  /** Returns what a caller learns. The number of a request, and the code that names its status, are of the face. */
  async function answerOf(face: ApiKind, caller: Caller, name: string, input: Sample) {
    const { status, body } = await callProcedure(site, face, caller, name, input);
    if (status < 300) return { status: 'done', body };
    return { status, message: body.message, errors: body.errors };
  }

  async function findDifferences(asked: AccessEntry[], id: number): Promise<object[]> {
    const different: object[] = [];
    // In the short form the access matrix alone compares what strangers are told.
    for (const caller of chooseByForm<readonly Caller[]>(['anonymous', 'admin'], ['admin'])) {
      for (const { name, rest: row = '' } of asked) {
        const named = Object.entries({ ...inPath, id }).filter(([part]) => row.includes(`{${part}}`));
        const input = { ...formFields[name], ...Object.fromEntries(named) };
        const rest = await answerOf('rest', caller, name, input);
        const trpc = await answerOf('trpc', caller, name, input);
        if (JSON.stringify(rest) !== JSON.stringify(trpc)) different.push({ name, caller, rest, trpc });
      }
    }
    return different;
  }

  test('answer every read alike', async () => {
    const reads = operations.filter(({ type }) => type === 'query');
    expect(reads.length).toBeGreaterThan(50);
    expect(await findDifferences(reads, 1)).toEqual([]);
  });

  test('refuse every operation on a row that is not there, or without its fields, alike', async () => {
    expect(operations.length).toBeGreaterThan(150);
    expect(await findDifferences(operations, 2_000_000_000)).toEqual([]);
  });

  test('store, change, delete and restore a row of every module alike', async () => {
    for (const { name, sample, picture } of sampledModules) {
      const told: string[] = [];
      for (const face of apiKinds) {
        const sent = { ...sample(), ...(picture && { [picture]: await makePicture() }) };
        const created = await answerOf(face, 'admin', `${name}.create`, sent);
        const { id } = created.body;
        const changed = { ...sample('changed'), id, version: 1 };
        const answers = [
          created,
          await answerOf(face, 'admin', `${name}.update`, changed),
          await answerOf(face, 'admin', `${name}.update`, changed),
          await answerOf(face, 'admin', `${name}.remove`, { id }),
          await answerOf(face, 'admin', `trash.${name}.restore`, { id }),
        ];
        expect(
          answers.map(({ status }) => status),
          name,
        ).toEqual(['done', 'done', 409, 'done', 'done']);
        // Two rows differ in their ids, places, files and times.
        const words = JSON.stringify(answers)
          .replaceAll(/"(id|position)":\d+/g, '"$1":0')
          .replaceAll(/"(\w+_at)":"[^"]+"/g, '"$1":""')
          .replaceAll(/"path":"[^"]+"/g, '"path":""')
          .replaceAll(/uploads\/[\w.-]+/g, 'uploads/');
        told.push(words);
      }
      expect(told[1], name).toBe(told[0]);
    }
  });
});
