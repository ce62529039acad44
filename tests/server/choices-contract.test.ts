import { expect, test } from 'vitest';
import { choiceListsOf } from '../support/choice-lists.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite();

test('programs find the lists of today in OpenAPI after they have changed', async () => {
  await choiceListsOf(site).rename('blog_categories', 'Technology', 'Forging');
  const text = JSON.stringify((await site.rest('anonymous').get('/api/openapi.json')).body);
  expect(text).toContain('{"type":"string","enum":["Forging","Development"');
  expect(text).not.toContain('"Technology"');
});

test('a testimonial without its words or with a service of no list is refused with a message at each', async () => {
  const words = { quote: 'Q', person: 'P', role: 'R', company: 'C' };
  const services = 'IT Support, System Migration, Web Development, Cloud Solutions, Network Infrastructure';
  const refusals: [sent: object, errors: object][] = [
    [
      {},
      {
        quote: ['Quote is required'],
        person: ['Person is required'],
        role: ['Role is required'],
        company: ['Company is required'],
        service: ['Service is required'],
      },
    ],
    [{ ...words, service: '' }, { service: ['Service is required'] }],
    [{ ...words, service: 'Nothing' }, { service: [`Service must be one of: ${services}`] }],
  ];
  for (const [sent, errors] of refusals) {
    const { status, body } = await site.rest('admin').post('/api/admin/testimonials', sent);
    expect({ status, errors: body.errors }, JSON.stringify(sent)).toEqual({ status: 422, errors });
  }
});
