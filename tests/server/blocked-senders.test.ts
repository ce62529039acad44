import { expect, test } from 'vitest';
import { BlockedSender } from '../../src/modules/inbox/spam.ts';
import { useSite } from '../support/use-site.ts';
import { requiredFields, postVisitorForm } from '../support/visitor-forms.ts';

const path = '/api/admin/blocked-senders';
const site = useSite({});
const hr = () => site.rest('hr');

let posts = 0;
/** Returns the folder and the reasons of a message from the address. */
async function arrive(email: string) {
  posts += 1;
  const fields = { ...requiredFields.contact, email, message: `Words, the ${posts}th` };
  const { status } = await postVisitorForm(site, 'rest', 'contact', fields, { address: `10.0.0.${posts}` });
  expect(status).toBe(201);
  const { messages } = (await hr().get(`/api/admin/messages?folder=spam&search=${posts}th`)).body;
  return messages[0]?.spam_reasons;
}

test('the messages of a blocked address or domain go into the spam with a reason, until it is removed', async () => {
  const by = (await site.as('hr').auth.user.query()).user.name;
  const reasons = [`${by} has blocked this sender.`];
  const added = await hr().post(path, { sender: ' Rex@Spam.example ' });
  expect(added).toMatchObject({
    status: 201,
    body: { blocked_sender: { sender: 'rex@spam.example', user_name: by } },
  });
  expect((await hr().post(path, { sender: '@junk.example' })).body.blocked_sender.sender).toBe(
    'junk.example',
  );
  // A second block of the same is the first one.
  const again = await site.rest('admin').post(path, { sender: 'rex@spam.example' });
  expect(again.body).toEqual(added.body);
  for (const [email, expected] of [
    ['REX@spam.example', reasons],
    ['tom@spam.example', undefined],
    ['anybody@junk.example', reasons],
    ['anybody@sub.junk.example', undefined],
  ] as const) {
    expect(await arrive(email), email).toEqual(expected);
  }
  const { blocked_senders } = (await hr().get(path)).body;
  expect(blocked_senders.map(({ sender }: { sender: string }) => sender)).toEqual([
    'junk.example',
    'rex@spam.example',
  ]);
  expect((await hr().delete(`${path}/${blocked_senders[0].id}`)).body).toEqual({ success: true });
  expect((await hr().delete(`${path}/${blocked_senders[0].id}`)).status).toBe(404);
  expect(await arrive('anybody@junk.example')).toBeUndefined();
});

test('what is no sender is refused in words, and so is the sender after the 1,000th', async () => {
  for (const sender of ['', 'junk', 'a b@example.com', '.com', 'x@', `${'x'.repeat(255)}.example`]) {
    const { status, body } = await hr().post(path, { sender });
    expect({ status, errors: Object.keys(body.errors) }, sender).toEqual({ status: 422, errors: ['sender'] });
  }
  const created_at = new Date();
  const values = Array.from({ length: 1000 }, (_, number) => ({
    sender: `${number}.example`,
    user_name: 'Ada',
    created_at,
  }));
  await site.database.fork().insertMany(BlockedSender, values);
  const full = await hr().post(path, { sender: 'one-more.example' });
  expect(full).toMatchObject({
    status: 422,
    body: {
      errors: {
        sender: ['At most 1,000 senders can be blocked. Remove one first, or block a whole domain.'],
      },
    },
  });
  expect((await hr().post(path, { sender: '7.example' })).status).toBe(201);
});
