import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';
import { requiredFields } from '../support/visitor-forms.ts';

describe.each(databaseKinds)('the reference of a message on %s', (kind) => {
  const site = useSite({ on: kind, parts: loadBuiltPages });
  let addresses = 0;
  const send = async (more: Record<string, string> = {}, address?: string) => {
    addresses += 1;
    const remoteAddress = address ?? `10.8.0.${addresses}`;
    const payload = { ...requiredFields.contact, ...more };
    const answer = await site.app.inject({ method: 'POST', url: '/api/contact', payload, remoteAddress });
    expect(answer.statusCode).toBe(201);
    return answer.json().reference as string;
  };
  const found = async (search: string) => (await site.as('hr').inbox.list.query({ search })).messages;

  test('staff find the message by it, in any case', async () => {
    const reference = await send();
    await send({ message: 'Another one' });
    expect(reference).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    for (const typed of [reference, reference.toLowerCase()]) {
      const messages = await found(typed);
      expect(messages).toMatchObject([{ details: { reference }, message: requiredFields.contact.message }]);
    }
  });

  test('the same post has the same one, another post another one, and spam one too', async () => {
    const address = '10.8.1.1';
    const first = await send({ message: 'Twice' }, address);
    expect(await send({ message: 'Twice' }, address)).toBe(first);
    expect(await found(first)).toHaveLength(1);
    const others = await Promise.all(['a', 'b', 'c'].map((message) => send({ message })));
    const trapped = await send({ message: 'Spam', website: 'https://example.com' });
    expect(new Set([first, trapped, ...others]).size).toBe(5);
    expect(trapped).toHaveLength(8);
  });

  test('the page that thanks names the step that follows and the reference', async () => {
    const payload = new URLSearchParams({ ...requiredFields.contact, message: 'By page' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { body } = await site.app.inject({ method: 'POST', url: '/contact', payload, headers });
    const [, thanks = ''] = /<div class="site-form-sent"[^>]*>(.*?)<\/div><\/div>/s.exec(body) ?? [];
    expect(thanks.startsWith('<p>Thank you. Your message has been sent.</p>')).toBe(true);
    expect(body).toContain('on the next working day');
    const [newest] = (await site.as('hr').inbox.list.query({ per_page: 1 })).messages;
    expect(body).toContain(newest!.details.reference);
    // The page ends with the form, so nothing invites to write again.
    expect(body).not.toContain('Tell us what should work better.');
  });
});
