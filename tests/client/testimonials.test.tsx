import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import { testimonialRow } from '../support/rows.ts';

preparePanelTests();

const testimonial = testimonialRow({ portrait: 'uploads/ida.webp' });

it('tells of each testimonial who said it, about what, whether visitors see it, and which is a sample', async () => {
  const hidden = testimonialRow({ id: 2, person: 'Rex Lund', is_published: false });
  fakeServer({
    'testimonials.list': () => ({
      testimonials: [testimonial, hidden],
      meta: { total: 2, page: 1, per_page: 12 },
      stats: { total: 2, by: { 'Cloud Solutions': 2 } },
    }),
    'onboarding.samples': () => ({ testimonials: [2] }),
  });
  openPanel('/admin/testimonials', 'content_moderator');
  const card = (await screen.findByRole('heading', { name: 'Ida Holm' })).closest('li')!;
  for (const words of ['It works.', 'Director', 'Holm & Co', 'Cloud Solutions', 'Published'])
    expect(within(card).getByText(words)).toBeDefined();
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/uploads/ida.webp');
  expect(within(card).queryByText('Sample')).toBeNull();
  const other = screen.getByRole('heading', { name: 'Rex Lund' }).closest('li')!;
  expect(await within(other).findByText('Sample')).toBeDefined();
  expect(within(other).getByText('Draft')).toBeDefined();
  expect(within(other).queryByText('Published')).toBeNull();
  expect(other.querySelector('img')).toBeNull();
});
